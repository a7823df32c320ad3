package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;

/**
 * Scatter in place: updates one after the other in index order, each combined with what is there.
 *
 * <p>Devices with many items have one for each element of a window, which goes through the windows in that order; or one
 * for each element of each window, where no two meet, or where the hardware combines them in one step.
 *
 * <p>A window that is not wholly inside is skipped.
 */
final class ScatterLowering {
    /** Windows of so many elements have items enough, one for each. */
    private static final long WIDE = 32;

    /** Of so few updates one item makes short work. */
    private static final long FEW = 64;

    private final HloOp.Scatter scatter;
    private final ScatterDimensions dimensions;
    private final KernelScope scope;
    private final boolean hasItems;

    /** How many are scattered into at once: their operands come first, then the indices, then the updates. */
    private final int arrays;

    ScatterLowering(
            HloModule module,
            HloComputation computation,
            HloInstruction instruction,
            HloOp.Scatter scatter,
            boolean hasItems) {
        this.scatter = scatter;
        this.dimensions = scatter.dimensions();
        this.hasItems = hasItems;
        this.arrays = instruction.operandCount() / 2;
        if (arrays == 1
                && (instruction.operandId(0) == instruction.operandId(1)
                        || instruction.operandId(0) == instruction.operandId(2))) {
            throw new NotLowerable("scatter of an array into itself is not a kernel yet");
        }
        this.scope = new KernelScope(module, computation, instruction, arrays == 1 ? Set.of(0) : Set.of());
    }

    LoweredKernel lower() {
        return arrays == 1 ? lowerOne() : lowerTogether();
    }

    /** Copies the arrays, and updates the copies in order. */
    private LoweredKernel lowerTogether() {
        for (int i = 0; i < arrays; i++) {
            int part = i;
            scope.overAll(
                    scope.block(),
                    scope.resultShape(part),
                    (inner, at) -> scope.store(inner, part, at, scope.operand(inner, part, at)));
        }
        updateInOrder();
        return scope.kernel(scope.sequential(
                List.of("one thread, which copies the arrays first, as updates may meet in one element")));
    }

    private void updateInOrder() {
        scope.overAll(
                scope.block(),
                batch(),
                (inner, at) -> inWindow(
                        inner,
                        at,
                        (body, to) ->
                                scope.overAll(body, window(), (each, offsets) -> combine(each, to, at, offsets))));
    }

    private LoweredKernel lowerOne() {
        var atomic = atomic();
        long windows = product(batch());
        long width = product(window());
        if (!hasItems || windows * width < FEW) {
            updateInOrder();
            return scope.update(0, scope.sequential(List.of("one thread, as updates may meet in one element")));
        }
        if (scatter.uniqueIndices()) {
            return perElement(
                    Optional.empty(), "an item for each element of each update: no two meet, says the program");
        } else if (atomic.isPresent() && (width < WIDE || !isFloating())) {
            return perElement(
                    atomic,
                    "an item for each element of each update, combined in one step"
                            + (isFloating() ? ": in what order, and so how they round, differs from run to run" : ""));
        }
        return perColumn();
    }

    private LoweredKernel perElement(Optional<Operation> atomic, String note) {
        var batch = batch();
        long width = product(window());
        scope.repeat(scope.block(), product(batch) * width, LoopKind.PARTITIONED, (inner, number) -> {
            var at = split(number.dividedBy(width), batch);
            var offsets = split(number.remainder(width), window());
            inWindow(inner, at, (body, to) -> {
                if (atomic.isPresent()) {
                    atomically(body, atomic.get(), to, at, offsets);
                } else {
                    combine(body, to, at, offsets);
                }
            });
        });
        return scope.partitionedUpdate(0, List.of(note));
    }

    /** Items that never write to one another's elements, as a window's elements differ in where they lie in the window. */
    private LoweredKernel perColumn() {
        var window = window();
        scope.repeat(scope.block(), product(window), LoopKind.PARTITIONED, (inItem, number) -> {
            var offsets = split(number, window);
            scope.overAll(
                    inItem, batch(), (inner, at) -> inWindow(inner, at, (body, to) -> combine(body, to, at, offsets)));
        });
        return scope.partitionedUpdate(
                0, List.of("an item for each element of an update, which goes through the updates in order"));
    }

    private static List<Index> split(Index number, List<Long> sizes) {
        return Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, sizes), number);
    }

    private static long product(List<Long> sizes) {
        return sizes.stream().reduce(1L, Math::multiplyExact);
    }

    private boolean isFloating() {
        return scope.resultShape(0).elementType().isFloating();
    }

    /** The operation, where hardware does it in one step. */
    private Optional<Operation> atomic() {
        var type = scope.resultShape(0).elementType();
        var plain = Reducer.plain(scope.elements().module().computation(scatter.toApply()));
        boolean isWhole = type == PrimitiveType.S32 || type == PrimitiveType.U32;
        return plain.map(opcode -> Operation.valueOf(opcode.name())).filter(operation -> switch (operation) {
            case ADD -> isWhole || type == PrimitiveType.F32;
            case MAXIMUM, MINIMUM -> isWhole;
            default -> false;
        });
    }

    /** Sizes of the dimensions that tell updates apart. */
    private List<Long> batch() {
        var updates = scope.operandShape(arrays + 1);
        return IntStream.range(0, updates.rank())
                .filter(i -> !dimensions.updateWindowDims().contains(i))
                .mapToObj(updates::dimension)
                .toList();
    }

    /** Sizes of the dimensions within an update. */
    private List<Long> window() {
        return dimensions.updateWindowDims().stream()
                .map(scope.operandShape(arrays + 1)::dimension)
                .toList();
    }

    /** Does something where a window is inside, given where it begins. */
    private void inWindow(Block block, List<Index> batch, KernelScope.Body body) {
        var starts = starts(block, batch);
        var windowDims = windowDimensions();
        var sizes = window();
        var scalars = scope.scalars(block);
        var inside = scalars.bits(PrimitiveType.PRED, 1);
        var at = new ArrayList<Index>(Collections.nCopies(scope.resultShape(0).rank(), Index.ZERO));
        for (int i = 0; i < at.size(); i++) {
            long size = windowDims.contains(i) ? sizes.get(windowDims.indexOf(i)) : 1;
            long most = scope.resultShape(0).dimension(i) - size;
            if (starts.get(i) instanceof Start.Dynamic(var value)) {
                inside = scalars.and(inside, isBetween(scalars, value, most));
                at.set(i, scope.elements().clampedIndex(block, value, most, scope.id()));
            } else if (starts.get(i) instanceof Start.Batch(var index)) {
                at.set(i, index);
            }
        }
        scope.when(block, inside, then -> body.emit(then, at));
    }

    /** Where a window begins along a dimension. */
    private sealed interface Start {
        record Dynamic(Value value) implements Start {}

        record Batch(Index index) implements Start {}

        record Zero() implements Start {}
    }

    private List<Start> starts(Block block, List<Index> batch) {
        List<Start> starts =
                new ArrayList<>(Collections.nCopies(scope.resultShape(0).rank(), new Start.Zero()));
        var targets = dimensions.scatterDimsToOperandDims();
        for (int component = 0; component < targets.size(); component++) {
            var position = new ArrayList<>(batch);
            if (dimensions.indexVectorDim() < scope.operandShape(arrays).rank()) {
                position.add(dimensions.indexVectorDim(), Index.of(component));
            }
            starts.set(targets.get(component), new Start.Dynamic(scope.operand(block, arrays, position)));
        }
        for (int i = 0; i < dimensions.inputBatchingDims().size(); i++) {
            int where = dimensions.scatterIndicesBatchingDims().get(i);
            int position = where < dimensions.indexVectorDim() ? where : where - 1;
            starts.set(dimensions.inputBatchingDims().get(i), new Start.Batch(batch.get(position)));
        }
        return starts;
    }

    /** Compared as unsigned numbers: what is negative is then too large. */
    private Value isBetween(Scalars scalars, Value start, long most) {
        if (most < 0) {
            return scalars.bits(PrimitiveType.PRED, 0);
        }
        var wide = start.type() == PrimitiveType.U64 ? start : scalars.convert(PrimitiveType.S64, start);
        var unsigned = scalars.bitcast(PrimitiveType.U64, wide);
        return scalars.apply(Operation.COMPARE_LE, unsigned, scalars.bits(PrimitiveType.U64, most));
    }

    /** The operand's dimensions that a window extends along. */
    private List<Integer> windowDimensions() {
        var others = new HashSet<>(dimensions.insertedWindowDims());
        others.addAll(dimensions.inputBatchingDims());
        return IntStream.range(0, scope.resultShape(0).rank())
                .filter(i -> !others.contains(i))
                .boxed()
                .toList();
    }

    private List<Index> updateIndices(List<Index> batch, List<Index> offsets) {
        var indices = new ArrayList<Index>();
        int nextBatch = 0;
        for (int i = 0; i < scope.operandShape(arrays + 1).rank(); i++) {
            int window = dimensions.updateWindowDims().indexOf(i);
            indices.add(window >= 0 ? offsets.get(window) : batch.get(nextBatch++));
        }
        return indices;
    }

    private List<Index> target(List<Index> start, List<Index> offsets) {
        var windowDims = windowDimensions();
        var target = new ArrayList<>(start);
        for (int i = 0; i < windowDims.size(); i++) {
            target.set(windowDims.get(i), start.get(windowDims.get(i)).plus(offsets.get(i)));
        }
        return target;
    }

    private void combine(Block inner, List<Index> start, List<Index> batch, List<Index> offsets) {
        var target = target(start, offsets);
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < arrays; i++) {
            values.add(scope.current(inner, i, target));
        }
        for (int i = 0; i < arrays; i++) {
            values.add(scope.operand(inner, arrays + 1 + i, updateIndices(batch, offsets)));
        }
        var after = scope.elements().applied(inner, scatter.toApply(), values);
        for (int i = 0; i < arrays; i++) {
            scope.store(inner, i, target, after.get(i));
        }
    }

    private void atomically(
            Block inner, Operation operation, List<Index> start, List<Index> batch, List<Index> offsets) {
        var value = scope.operand(inner, 2, updateIndices(batch, offsets));
        var position = Layouts.position(scope.resultShape(0), target(start, offsets));
        inner.combine(scope.result(0), position, operation, value, scope.id());
    }
}
