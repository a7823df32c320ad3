package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Optional;
import java.util.OptionalDouble;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Pass;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Weight;

/**
 * The array, what enters and leaves it, and the accumulators in one cycle.
 *
 * <p>Registers are seen as the cycle begins, sums as it computes them.
 */
public final class ArrayState {
    private final SystolicArray array;
    private final long cycle;

    ArrayState(SystolicArray array, long cycle) {
        this.array = array;
        this.cycle = cycle;
    }

    public long cycle() {
        return cycle;
    }

    /** One cell, with values. Costs as many additions as there are cells above it. */
    public Cell cell(int row, int col) {
        var pass = array.pass(row, col, cycle);
        var weight = array.weight(row, col, cycle);
        var shadow = array.shadow(row, col, cycle);
        if (!pass.isPresent()) {
            return new Cell(row, col, pass, weight, shadow, 0, 0);
        }
        double above = row == 0 ? 0 : array.sum(pass.tile(), pass.m(), row - 1, col);
        double sum = array.data().isKnown()
                ? array.data().type().accumulate(above, pass.value(), weight.value())
                : Double.NaN;
        return new Cell(row, col, pass, weight, shadow, above, sum);
    }

    /** The row of X in a cell, without its sums. */
    public Pass pass(int row, int col) {
        return array.pass(row, col, cycle);
    }

    /** The weight a cell multiplies with. */
    public Weight weight(int row, int col) {
        return array.weight(row, col, cycle);
    }

    /** The weight in a cell's second register. */
    public Weight shadow(int row, int col) {
        return array.shadow(row, col, cycle);
    }

    /** What enters a row from the left in this cycle. */
    public Pass feed(int row) {
        return array.feed(row, cycle);
    }

    /** What enters a column from the top in this cycle. */
    public Weight push(int col) {
        return array.push(col, cycle);
    }

    /** What leaves a column at the bottom in this cycle. */
    public Optional<Output> output(int col) {
        int bottom = array.config().rows() - 1;
        var pass = array.pass(bottom, col, cycle);
        if (!pass.isPresent()) {
            return Optional.empty();
        }
        var tile = array.plan().tile(pass.tile());
        return Optional.of(new Output(
                tile.index(),
                tile.batch(),
                pass.m(),
                tile.firstN() + col,
                tile.rowFold() == 0,
                array.sum(tile.index(), pass.m(), bottom, col)));
    }

    /**
     * The accumulator of row {@code m} of X below column {@code col} as the cycle begins, for the column fold that tile
     * {@code tile} belongs to; empty before its first sum has come.
     */
    public OptionalDouble accumulator(int tile, int m, int col) {
        int bottom = array.config().rows() - 1;
        int first = array.plan().firstOfColumn(tile);
        int last = Math.min(first + array.plan().rowFolds() - 1, lastWritten(m, bottom + col));
        if (last < first) {
            return OptionalDouble.empty();
        }
        if (!array.data().isKnown()) {
            return OptionalDouble.of(Double.NaN);
        }
        double value = array.sum(first, m, bottom, col);
        for (int i = first + 1; i <= last; i++) {
            value = array.data().type().add(value, array.sum(i, m, bottom, col));
        }
        return OptionalDouble.of(value);
    }

    /** The last tile whose sum for row {@code m} had arrived below a column before this cycle. */
    private int lastWritten(int m, int delay) {
        int mOfUnit = m - array.plan().firstM();
        return array.schedule().startedBy(cycle - 1 - mOfUnit - delay);
    }

    /**
     * What all cells of a diagonal, row plus column, have in common: the row of X that passes through them; the value is
     * row 0's.
     */
    public Pass diagonal(int diagonal) {
        return array.pass(0, diagonal, cycle);
    }

    /** Multiplications that each cell of a diagonal has done before this cycle. */
    public long macsBefore(int diagonal) {
        return array.macsBefore(diagonal, cycle);
    }

    /** Cells through which a row of X passes in this cycle. */
    public int activeCells() {
        int active = 0;
        for (int diagonal = 0; diagonal < array.config().rows() + array.config().cols() - 1; diagonal++) {
            if (diagonal(diagonal).isPresent()) {
                active += array.cellsOnDiagonal(diagonal);
            }
        }
        return active;
    }
}
