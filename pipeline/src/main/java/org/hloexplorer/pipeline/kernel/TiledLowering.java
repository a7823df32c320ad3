package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A contraction as tiles: the right operand is packed into panels of a tile's columns, unless it serves as it lies, a tile of
 * the left one into rows, and then a tile of the result is accumulated in registers over the depth, or a block of it.
 *
 * <p>Packing also converts the elements, and fills up with zeros where a tile reaches beyond the edge or a window into the
 * padding, so that there is one loop for all tiles.
 */
final class TiledLowering {
    private final KernelScope scope;
    private final Contraction contraction;
    private final Tiling tiling;
    private final Shape.Array shape;
    private final TileEdges edges;
    private final KernelBuffer packedRows;
    private final @Nullable KernelBuffer packedColumns;
    private final KernelBuffer tile;

    TiledLowering(
            HloModule module,
            HloComputation computation,
            HloInstruction instruction,
            Contraction contraction,
            Tiling tiling) {
        this.scope = new KernelScope(module, computation, instruction, Set.of());
        this.contraction = contraction;
        this.tiling = tiling;
        this.shape = scope.resultShape(0);
        var type = tiling.computeType();
        this.edges = new TileEdges(scope, type);
        this.packedColumns = tiling.spendsMoreOnPacking() && contraction.hasColumnsInLine(type)
                ? null
                : scope.scratch("columns", type, tiling.blockDepth() * tiling.taskColumns());
        this.packedRows = scope.scratch("rows", type, tiling.packedRow() * tiling.tileRows());
        this.tile = scope.scratch("tile", type, (long) tiling.tileRows() * tiling.tileColumns());
    }

    LoweredKernel lower() {
        scope.repeat(scope.block(), tiling.tasks(), LoopKind.SEQUENTIAL, this::task);
        return scope.partitioned(List.of(note()));
    }

    private String note() {
        return "%d x %d x %d%s, in tiles of %d x %d%s; sums in %s"
                .formatted(
                        tiling.rows(),
                        tiling.columns(),
                        tiling.depth(),
                        tiling.batches() == 1 ? "" : ", %d batches".formatted(tiling.batches()),
                        tiling.tileRows(),
                        tiling.tileColumns(),
                        packedColumns == null ? ", columns read where they are" : "",
                        tiling.computeType());
    }

    /** Some rows of some columns of one batch. */
    private void task(Block block, Index task) {
        var firstRow = task.remainder(tiling.rowTasks()).times(tiling.taskRows());
        var rest = task.dividedBy(tiling.rowTasks());
        var firstColumn = rest.remainder(tiling.columnTasks()).times(tiling.taskColumns());
        var batch = split(rest.dividedBy(tiling.columnTasks()), contraction.batchSizes());
        new Task(batch, firstRow, firstColumn, Index.ZERO, false).emit(block);
        scope.repeat(block, tiling.blocks() - 1, LoopKind.SEQUENTIAL, (inner, earlier) -> {
            var firstDepth = earlier.plus(1).times(tiling.blockDepth());
            new Task(batch, firstRow, firstColumn, firstDepth, true).emit(inner);
        });
    }

    private static List<Index> split(Index ordinal, List<Long> sizes) {
        return Layouts.fromOrdinal(Shape.array(PrimitiveType.F32, sizes), ordinal);
    }

    /** One block of the depth of a task. */
    private final class Task {
        private final List<Index> batch;
        private final Index firstRow;
        private final Index firstColumn;
        private final Index firstDepth;

        /** Whether the result holds the sum of earlier blocks. */
        private final boolean adds;

        Task(List<Index> batch, Index firstRow, Index firstColumn, Index firstDepth, boolean adds) {
            this.batch = batch;
            this.firstRow = firstRow;
            this.firstColumn = firstColumn;
            this.firstDepth = firstDepth;
            this.adds = adds;
        }

        void emit(Block block) {
            long panels = tiling.taskColumns() / tiling.tileColumns();
            if (packedColumns != null) {
                packColumns(block, panels, packedColumns);
            }
            scope.repeat(block, tiling.taskRows() / tiling.tileRows(), LoopKind.SEQUENTIAL, (inner, tileRow) -> {
                var row = firstRow.plus(tileRow.times(tiling.tileRows()));
                // The last task may have fewer tiles.
                edges.onlyInside(inner, row, tiling.rows(), inRows -> tiles(inRows, row, panels));
            });
        }

        private void tiles(Block block, Index row, long panels) {
            packRows(block, row);
            scope.repeat(block, panels, LoopKind.SEQUENTIAL, (inner, panel) -> {
                var column = firstColumn.plus(panel.times(tiling.tileColumns()));
                edges.onlyInside(inner, column, tiling.columns(), inColumns -> {
                    accumulate(inColumns, panel);
                    write(inColumns, row, column);
                });
            });
        }

        private void packColumns(Block block, long panels, KernelBuffer packed) {
            scope.repeat(block, panels, LoopKind.SEQUENTIAL, (inPanel, panel) -> {
                var first = firstColumn.plus(panel.times(tiling.tileColumns()));
                edges.onlyInside(
                        inPanel,
                        first,
                        tiling.columns(),
                        inColumns -> overDepth(inColumns, (inLine, outer) -> {
                            var start = outer.ordinal();
                            scope.repeat(inLine, outer.length(), LoopKind.SEQUENTIAL, (inDepth, last) -> {
                                var k = start.plus(last);
                                packLanes(inDepth, packed, panel, first, k, outer.with(firstDepth.plus(last)));
                            });
                        }));
            });
        }

        private void packLanes(Block block, KernelBuffer packed, Index panel, Index first, Index k, List<Index> depth) {
            scope.repeat(block, tiling.tileColumns(), LoopKind.SEQUENTIAL, (inner, lane) -> {
                var column = first.plus(lane);
                var value = edges.orZero(
                        inner,
                        List.of(
                                new TileEdges.Bound(column, tiling.columns()),
                                new TileEdges.Bound(firstDepth.plus(k), tiling.depth())),
                        within -> {
                            var at = contraction.rhs(batch, split(column, contraction.columnSizes()), depth);
                            return converted(within, scope.operand(within, 1, at));
                        });
                var position = panel.times(tiling.blockDepth())
                        .plus(k)
                        .times(tiling.tileColumns())
                        .plus(lane);
                inner.store(packed, position, value, scope.id());
            });
        }

        private void packRows(Block block, Index first) {
            scope.repeat(block, tiling.tileRows(), LoopKind.SEQUENTIAL, (inRow, r) -> {
                var row = first.plus(r);
                var start = r.times(tiling.packedRow());
                overDepth(inRow, (inLine, outer) -> {
                    var line = contraction.lhs(inLine, batch, split(row, contraction.rowSizes()), outer.indices());
                    var isThere = edges.both(inLine, edges.within(inLine, row, tiling.rows()), line.test());
                    edges.either(
                            inLine,
                            isThere,
                            then -> copyLine(then, start, outer, line),
                            otherwise -> fillLine(otherwise, start, outer));
                });
            });
        }

        private void copyLine(Block block, Index start, Outer outer, Contraction.Line line) {
            scope.repeat(block, outer.length(), LoopKind.SEQUENTIAL, (inner, last) -> {
                var k = outer.ordinal().plus(last);
                var value = edges.orZero(
                        inner,
                        List.of(new TileEdges.Bound(firstDepth.plus(k), tiling.depth())),
                        within -> converted(within, scope.operand(within, 0, line.at(firstDepth.plus(last)))));
                inner.store(packedRows, start.plus(k), value, scope.id());
            });
        }

        private void fillLine(Block block, Index start, Outer outer) {
            scope.repeat(
                    block,
                    outer.length(),
                    LoopKind.SEQUENTIAL,
                    (inner, last) -> inner.store(
                            packedRows, start.plus(outer.ordinal()).plus(last), edges.zero(inner), scope.id()));
        }

        /** A tile over the block's depth: one accumulator for each row, a vector of columns wide. */
        private void accumulate(Block block, Index panel) {
            int columns = tiling.tileColumns();
            scope.repeat(block, columns, LoopKind.vector(columns), (lanes, lane) -> {
                var k = lanes.newVariable(tiling.blockDepth());
                var zeros = Collections.nCopies(tiling.tileRows(), edges.zero(lanes));
                var sums = lanes.loop(k, LoopKind.SEQUENTIAL, zeros, scope.id(), (inner, accumulators) -> {
                    var right = right(inner, panel, Index.of(k), lane);
                    return IntStream.range(0, tiling.tileRows())
                            .mapToObj(r -> product(inner, r, Index.of(k), right, accumulators.get(r)))
                            .toList();
                });
                for (int r = 0; r < tiling.tileRows(); r++) {
                    lanes.store(tile, Index.of((long) r * columns).plus(lane), sums.get(r), scope.id());
                }
            });
        }

        private Value right(Block block, Index panel, Index k, Index lane) {
            if (packedColumns == null) {
                var column = firstColumn.plus(panel.times(tiling.tileColumns())).plus(lane);
                return scope.operand(block, 1, contraction.rhs(batch, List.of(column), List.of(firstDepth.plus(k))));
            }
            var position = panel.times(tiling.blockDepth())
                    .plus(k)
                    .times(tiling.tileColumns())
                    .plus(lane);
            return scope.load(block, packedColumns, position);
        }

        private Value product(Block inner, int row, Index k, Value right, Value accumulator) {
            var left = scope.load(
                    inner, packedRows, Index.of(row * tiling.packedRow()).plus(k));
            var scalars = scope.scalars(inner);
            return tiling.computeType().isFloating()
                    ? scalars.multiplyAdd(left, right, accumulator)
                    : scalars.add(scalars.multiply(left, right), accumulator);
        }

        /** Copies, or adds, what of a tile lies within the result. */
        private void write(Block block, Index first, Index firstLane) {
            scope.repeat(block, tiling.tileRows(), LoopKind.SEQUENTIAL, (inRow, r) -> {
                var row = first.plus(r);
                edges.onlyInside(
                        inRow,
                        row,
                        tiling.rows(),
                        within -> scope.repeat(within, tiling.tileColumns(), LoopKind.SEQUENTIAL, (inner, lane) -> {
                            var column = firstLane.plus(lane);
                            edges.onlyInside(inner, column, tiling.columns(), innermost -> {
                                var from = r.times(tiling.tileColumns()).plus(lane);
                                write(innermost, row, column, scope.load(innermost, tile, from));
                            });
                        }));
            });
        }

        private void write(Block block, Index row, Index column, Value sum) {
            var at = contraction.result(
                    batch, split(row, contraction.rowSizes()), split(column, contraction.columnSizes()));
            var scalars = scope.scalars(block);
            var value = scalars.convert(shape.elementType(), sum);
            scope.store(block, 0, at, adds ? scalars.add(scope.current(block, 0, at), value) : value);
        }
    }

    private Value converted(Block block, Value value) {
        var scalars = scope.scalars(block);
        // The reference converts operands to the result's type first, which is wider or the same.
        return scalars.convert(tiling.computeType(), scalars.convert(shape.elementType(), value));
    }

    /**
     * A place in all dimensions of the depth but the last.
     *
     * @param ordinal the number of its first element within the block
     * @param length of the line of elements that goes on from it
     */
    private record Outer(List<Index> indices, Index ordinal, long length) {

        List<Index> with(Index last) {
            var all = new ArrayList<>(indices);
            all.add(last);
            return all;
        }
    }

    private interface OverDepth {
        void emit(Block inner, Outer outer);
    }

    /** Goes over the lines of the depth, or over the part of a single one that a block has. */
    private void overDepth(Block block, OverDepth body) {
        var sizes = contraction.depthSizes();
        if (tiling.blocks() > 1 || sizes.size() == 1) {
            body.emit(block, new Outer(List.of(), Index.ZERO, tiling.blockDepth()));
            return;
        }
        if (sizes.isEmpty()) {
            body.emit(block, new Outer(List.of(), Index.ZERO, 1));
            return;
        }
        var outer = sizes.subList(0, sizes.size() - 1);
        long length = sizes.getLast();
        scope.overAll(block, outer, (inner, at) -> {
            var ordinal =
                    Layouts.ordinal(Shape.array(PrimitiveType.F32, outer), at).times(length);
            body.emit(inner, new Outer(at, ordinal, length));
        });
    }
}
