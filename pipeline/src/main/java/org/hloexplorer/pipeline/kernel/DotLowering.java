package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;

/**
 * A dot as tiles: the right operand is packed into panels of a tile's columns, a tile of the left one into rows, and
 * then a tile of the result is accumulated in registers over the whole depth.
 *
 * <p>Packing also converts the elements, and fills up with zeros where a tile reaches beyond the edge, so that there is
 * one loop for all tiles.
 */
final class DotLowering {
    private static final long ALIGNMENT = 64;

    private final HloInstruction instruction;
    private final DotTiling tiling;
    private final DotOperands operands;
    private final ArgumentList arguments = new ArgumentList();
    private final Frame.Source.Memory lhs;
    private final Frame.Source.Memory rhs;
    private final KernelBuffer result;
    private final KernelBuffer packedRows;
    private final KernelBuffer packedColumns;
    private final KernelBuffer tile;
    private final List<KernelBuffer> scratch = new ArrayList<>();
    private final Shape.Array resultShape;

    DotLowering(HloComputation computation, HloInstruction instruction, HloOp.Dot dot, DotTiling tiling) {
        this.instruction = instruction;
        this.tiling = tiling;
        this.resultShape = instruction.shape().asArray();
        var frame = new Frame(computation);
        arguments.bindOperands(frame, instruction);
        this.lhs = memory(frame, 0);
        this.rhs = memory(frame, 1);
        this.operands = DotOperands.of(
                dot.dimensions(), lhs.shapes().getFirst(), rhs.shapes().getFirst());
        this.result = arguments.results(instruction).getFirst();
        this.packedColumns = scratch("packed.columns", tiling.depth() * tiling.taskColumns());
        this.packedRows = scratch("packed.rows", tiling.packedRow() * tiling.tileRows());
        this.tile = scratch("packed.tile", (long) tiling.tileRows() * tiling.tileColumns());
    }

    private Frame.Source.Memory memory(Frame frame, int operand) {
        return frame.source(frame.operand(instruction, operand)).orElseThrow() instanceof Frame.Source.Memory memory
                ? memory
                : new Frame.Source.Memory(List.of(), List.of());
    }

    private KernelBuffer scratch(String name, long elements) {
        long used = scratch.stream()
                .mapToLong(each ->
                        each.number() + each.elements() * each.elementType().bytes())
                .max()
                .orElse(0);
        long offset = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        var buffer = new KernelBuffer(Role.SCRATCH, Math.toIntExact(offset), name, tiling.computeType(), elements);
        scratch.add(buffer);
        return buffer;
    }

    LoweredKernel lower() {
        var block = Block.outermost();
        repeat(block, tiling.tasks(), LoopKind.SEQUENTIAL, this::task);
        var kernel =
                Partition.of(instruction.name(), arguments.buffers(), scratch, block.statements(), List.of(note()));
        return arguments.kernel(kernel);
    }

    private String note() {
        return "%d x %d x %d%s, in tiles of %d x %d; sums in %s"
                .formatted(
                        tiling.rows(),
                        tiling.columns(),
                        tiling.depth(),
                        tiling.batches() == 1 ? "" : ", %d batches".formatted(tiling.batches()),
                        tiling.tileRows(),
                        tiling.tileColumns(),
                        tiling.computeType());
    }

    private interface Body {
        void emit(Block inner, Index at);
    }

    private void repeat(Block block, long extent, LoopKind kind, Body body) {
        var counter = block.newVariable(extent);
        block.loop(counter, kind, List.of(), instruction.id(), (inner, _) -> {
            body.emit(inner, Index.of(counter));
            return List.of();
        });
    }

    /** Some rows of some columns of one batch. */
    private void task(Block block, Index task) {
        var rowTask = task.remainder(tiling.rowTasks());
        var rest = task.dividedBy(tiling.rowTasks());
        var firstColumn = rest.remainder(tiling.columnTasks()).times(tiling.taskColumns());
        var batch = rest.dividedBy(tiling.columnTasks());
        long panels = tiling.taskColumns() / tiling.tileColumns();
        packColumns(block, batch, firstColumn, panels);
        repeat(block, tiling.taskRows() / tiling.tileRows(), LoopKind.SEQUENTIAL, (inner, tileRow) -> {
            var firstRow = rowTask.times(tiling.taskRows()).plus(tileRow.times(tiling.tileRows()));
            packRows(inner, batch, firstRow);
            repeat(inner, panels, LoopKind.SEQUENTIAL, (innermost, panel) -> {
                accumulate(innermost, panel);
                write(innermost, batch, firstRow, firstColumn.plus(panel.times(tiling.tileColumns())));
            });
        });
    }

    private void packColumns(Block block, Index batch, Index firstColumn, long panels) {
        repeat(
                block,
                panels,
                LoopKind.SEQUENTIAL,
                (inPanel, panel) -> repeat(
                        inPanel,
                        tiling.depth(),
                        LoopKind.SEQUENTIAL,
                        (inDepth, k) -> repeat(inDepth, tiling.tileColumns(), LoopKind.SEQUENTIAL, (inner, lane) -> {
                            var column = firstColumn
                                    .plus(panel.times(tiling.tileColumns()))
                                    .plus(lane);
                            var value = orZero(
                                    inner,
                                    column,
                                    tiling.columns(),
                                    within -> load(
                                            within,
                                            rhs,
                                            operands.rhs(resultIndices(batch, Index.ZERO, column), depth(k))));
                            var position = panel.times(tiling.depth())
                                    .plus(k)
                                    .times(tiling.tileColumns())
                                    .plus(lane);
                            inner.store(packedColumns, position, value, instruction.id());
                        })));
    }

    private void packRows(Block block, Index batch, Index firstRow) {
        repeat(
                block,
                tiling.tileRows(),
                LoopKind.SEQUENTIAL,
                (inRow, r) -> repeat(inRow, tiling.depth(), LoopKind.SEQUENTIAL, (inner, k) -> {
                    var row = firstRow.plus(r);
                    var value = orZero(
                            inner,
                            row,
                            tiling.rows(),
                            within -> load(within, lhs, operands.lhs(resultIndices(batch, row, Index.ZERO), depth(k))));
                    inner.store(packedRows, r.times(tiling.packedRow()).plus(k), value, instruction.id());
                }));
    }

    private interface Source {
        Value emit(Block inner);
    }

    private Value orZero(Block block, Index index, long size, Source source) {
        if (index.maximum() < size) {
            return source.emit(block);
        }
        var isInside = block.define(new Expression.InRange(index, 0, size), instruction.id());
        return block.choose(
                        isInside,
                        instruction.id(),
                        then -> List.of(source.emit(then)),
                        otherwise -> List.of(zero(otherwise)))
                .getFirst();
    }

    private Value zero(Block block) {
        return new Scalars(block, instruction.id()).number(tiling.computeType(), 0);
    }

    private Value load(Block block, Frame.Source.Memory memory, List<Index> indices) {
        var position = Layouts.position(memory.shapes().getFirst(), indices);
        var scalars = new Scalars(block, instruction.id());
        var value = block.define(new Expression.Load(memory.buffers().getFirst(), position), instruction.id());
        // The reference converts operands to the result's type first, which is wider or the same.
        return scalars.convert(tiling.computeType(), scalars.convert(resultShape.elementType(), value));
    }

    /** The result's indices, of batches, rows and columns, each of several dimensions. */
    private List<Index> resultIndices(Index batch, Index row, Index column) {
        var indices = new ArrayList<Index>();
        indices.addAll(split(batch, operands.batchSizes()));
        indices.addAll(split(row, operands.rowSizes()));
        indices.addAll(split(column, operands.columnSizes()));
        return indices;
    }

    private List<Index> depth(Index k) {
        return split(k, operands.contractedSizes());
    }

    private static List<Index> split(Index ordinal, List<Long> sizes) {
        return Layouts.fromOrdinal(Shape.array(PrimitiveType.F32, sizes), ordinal);
    }

    /** A tile over the whole depth: one accumulator for each row, a vector of columns wide. */
    private void accumulate(Block block, Index panel) {
        int columns = tiling.tileColumns();
        repeat(block, columns, LoopKind.vector(columns), (lanes, lane) -> {
            var k = lanes.newVariable(tiling.depth());
            var zeros = Collections.nCopies(tiling.tileRows(), zero(lanes));
            var sums = lanes.loop(k, LoopKind.SEQUENTIAL, zeros, instruction.id(), (inner, accumulators) -> {
                var position = panel.times(tiling.depth())
                        .plus(Index.of(k))
                        .times(columns)
                        .plus(lane);
                var right = inner.define(new Expression.Load(packedColumns, position), instruction.id());
                return IntStream.range(0, tiling.tileRows())
                        .mapToObj(r -> product(inner, r, Index.of(k), right, accumulators.get(r)))
                        .toList();
            });
            for (int r = 0; r < tiling.tileRows(); r++) {
                lanes.store(tile, Index.of((long) r * columns).plus(lane), sums.get(r), instruction.id());
            }
        });
    }

    private Value product(Block inner, int row, Index k, Value right, Value accumulator) {
        var position = Index.of(row * tiling.packedRow()).plus(k);
        var left = inner.define(new Expression.Load(packedRows, position), instruction.id());
        var scalars = new Scalars(inner, instruction.id());
        return tiling.computeType().isFloating()
                ? scalars.multiplyAdd(left, right, accumulator)
                : scalars.add(scalars.multiply(left, right), accumulator);
    }

    /** Copies what of a tile lies within the result. */
    private void write(Block block, Index batch, Index firstRow, Index firstColumn) {
        repeat(block, tiling.tileRows(), LoopKind.SEQUENTIAL, (inRow, r) -> {
            var row = firstRow.plus(r);
            onlyInside(
                    inRow,
                    row,
                    tiling.rows(),
                    within -> repeat(within, tiling.tileColumns(), LoopKind.SEQUENTIAL, (inner, lane) -> {
                        var column = firstColumn.plus(lane);
                        onlyInside(inner, column, tiling.columns(), innermost -> {
                            var from = r.times(tiling.tileColumns()).plus(lane);
                            var sum = innermost.define(new Expression.Load(tile, from), instruction.id());
                            var value =
                                    new Scalars(innermost, instruction.id()).convert(resultShape.elementType(), sum);
                            var to = Layouts.position(resultShape, resultIndices(batch, row, column));
                            innermost.store(result, to, value, instruction.id());
                        });
                    }));
        });
    }

    private interface Step {
        void emit(Block inner);
    }

    private void onlyInside(Block block, Index index, long size, Step step) {
        if (index.maximum() < size) {
            step.emit(block);
            return;
        }
        var isInside = block.define(new Expression.InRange(index, 0, size), instruction.id());
        block.choose(
                isInside,
                instruction.id(),
                then -> {
                    step.emit(then);
                    return List.of();
                },
                _ -> List.of());
    }
}
