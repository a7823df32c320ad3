package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * The tiles that one matrix unit works through: blocks of columns outside, blocks of K inside, so that an output is
 * complete before the next begins.
 *
 * @param gemm the whole product
 * @param rows rows of the array
 * @param cols columns of the array
 * @param firstColumn first (batch, column fold) pair of this unit, counted batch by batch
 * @param columnCount how many such pairs
 * @param firstM first row of X that this unit streams
 * @param mCount how many rows of X
 */
public record TilePlan(Gemm gemm, int rows, int cols, int firstColumn, int columnCount, int firstM, int mCount) {

    /** Tiles a unit can be given; more would need gigabytes for their times alone. */
    public static final int MAX_TILES = 1 << 22;

    private static final int SUBLANES = 8;

    public TilePlan {
        if ((long) columnCount * rowFolds(gemm, rows) > MAX_TILES) {
            throw new IllegalArgumentException("%s on %dx%d takes %d tiles, more than %d; choose a larger array"
                    .formatted(gemm, rows, cols, (long) columnCount * rowFolds(gemm, rows), MAX_TILES));
        }
    }

    /** Tiles of the whole product. */
    public static long tiles(Gemm gemm, int rows, int cols) {
        return (long) gemm.batch() * foldsOf(gemm.n(), cols) * rowFolds(gemm, rows);
    }

    /** The whole product on a single array. */
    public static TilePlan of(Gemm gemm, int rows, int cols) {
        return new TilePlan(gemm, rows, cols, 0, columns(gemm, cols), 0, gemm.m());
    }

    /**
     * The product shared out over the units of a chip: by blocks of columns, and where there are fewer of those than
     * units also by blocks of rows of X, a multiple of eight, which is what a matrix unit is handed at a time.
     *
     * <p>The first unit has the most to do; units without work have no plan.
     */
    public static List<TilePlan> share(Gemm gemm, TpuConfig config) {
        int columns = columns(gemm, config.cols());
        int columnParts = Math.min(columns, config.matrixUnits());
        int rowParts = Math.min(Math.max(1, config.matrixUnits() / columns), gemm.m());
        int columnsEach = ceilDiv(columns, columnParts);
        int rowsEach = ceilDiv(ceilDiv(gemm.m(), rowParts), SUBLANES) * SUBLANES;
        var plans = new ArrayList<TilePlan>();
        for (int c = 0; c < columns; c += columnsEach) {
            for (int m = 0; m < gemm.m(); m += rowsEach) {
                plans.add(new TilePlan(
                        gemm,
                        config.rows(),
                        config.cols(),
                        c,
                        Math.min(columnsEach, columns - c),
                        m,
                        Math.min(rowsEach, gemm.m() - m)));
            }
        }
        return List.copyOf(plans);
    }

    /** Blocks of K. */
    public int rowFolds() {
        return rowFolds(gemm, rows);
    }

    /** Blocks of K on an array of so many rows; no block spans two taps. */
    static int rowFolds(Gemm gemm, int rows) {
        return Math.multiplyExact(gemm.taps(), foldsOf(gemm.tapDepth(), rows));
    }

    /** The first row of W in a block of K. */
    static int firstK(Gemm gemm, int rows, int rowFold) {
        int foldsPerTap = foldsOf(gemm.tapDepth(), rows);
        return rowFold / foldsPerTap * gemm.tapDepth() + rowFold % foldsPerTap * rows;
    }

    /** How many rows of W a block of K holds. */
    static int kCount(Gemm gemm, int rows, int rowFold) {
        return Math.min(rows, gemm.tapDepth() - firstK(gemm, rows, rowFold) % gemm.tapDepth());
    }

    /** Blocks of N in one product. */
    public int columnFolds() {
        return foldsOf(gemm.n(), cols);
    }

    /** Tiles of this unit. */
    public int folds() {
        return columnCount * rowFolds();
    }

    /** The {@code index}-th tile in the order of work. */
    public Tile tile(int index) {
        int column = firstColumn + index / rowFolds();
        int rowFold = index % rowFolds();
        int columnFold = column % columnFolds();
        int firstN = columnFold * cols;
        return new Tile(
                index,
                column / columnFolds(),
                columnFold,
                rowFold,
                firstK(gemm, rows, rowFold),
                kCount(gemm, rows, rowFold),
                firstN,
                Math.min(cols, gemm.n() - firstN));
    }

    /** The first tile of the column fold that tile {@code index} belongs to: the one that overwrites. */
    public int firstOfColumn(int index) {
        return index - index % rowFolds();
    }

    /** Multiplications that this unit does for the result. */
    public long usefulMacs() {
        long columnsOfW = 0;
        for (int c = 0; c < columnCount; c++) {
            columnsOfW += tile(c * rowFolds()).nCount();
        }
        return columnsOfW * gemm.k() * mCount;
    }

    /** Multiplications that its cells do, padding included. */
    public long paddedMacs() {
        return (long) folds() * rows * cols * mCount;
    }

    private static int columns(Gemm gemm, int cols) {
        return Math.multiplyExact(gemm.batch(), foldsOf(gemm.n(), cols));
    }

    private static int foldsOf(int size, int side) {
        return ceilDiv(size, side);
    }

    private static int ceilDiv(int a, int b) {
        return Math.ceilDiv(a, b);
    }
}
