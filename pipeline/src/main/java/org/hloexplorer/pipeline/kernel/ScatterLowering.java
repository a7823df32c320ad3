package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.ScatterDimensions;

/**
 * Scatter in place: updates one after the other in index order, each combined with what is there.
 *
 * <p>A window that is not wholly inside is skipped.
 */
final class ScatterLowering {
    private final HloOp.Scatter scatter;
    private final ScatterDimensions dimensions;
    private final KernelScope scope;
    private final int arrays;

    ScatterLowering(HloModule module, HloComputation computation, HloInstruction instruction, HloOp.Scatter scatter) {
        this.scatter = scatter;
        this.dimensions = scatter.dimensions();
        this.arrays = instruction.operandCount() / 2;
        if (arrays > 1) {
            throw new NotLowerable("scatter of several arrays at once is not a kernel yet");
        }
        if (instruction.operandId(0) == instruction.operandId(1)
                || instruction.operandId(0) == instruction.operandId(2)) {
            throw new NotLowerable("scatter of an array into itself is not a kernel yet");
        }
        this.scope = new KernelScope(module, computation, instruction, Set.of(0));
    }

    LoweredKernel lower() {
        var updates = scope.operandShape(2);
        var batch = IntStream.range(0, updates.rank())
                .filter(i -> !dimensions.updateWindowDims().contains(i))
                .mapToObj(updates::dimension)
                .toList();
        scope.overAll(scope.block(), batch, this::window);
        return scope.update(0, scope.sequential(List.of("one thread, as updates may meet in one element")));
    }

    private void window(Block block, List<Index> batch) {
        var starts = starts(block, batch);
        var windowDims = windowDimensions();
        var sizes = dimensions.updateWindowDims().stream()
                .map(scope.operandShape(2)::dimension)
                .toList();
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
        scope.when(
                block,
                inside,
                then -> scope.overAll(then, sizes, (inner, offsets) -> {
                    var target = new ArrayList<>(at);
                    for (int i = 0; i < windowDims.size(); i++) {
                        target.set(windowDims.get(i), at.get(windowDims.get(i)).plus(offsets.get(i)));
                    }
                    combine(inner, target, updateIndices(batch, offsets));
                }));
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
            if (dimensions.indexVectorDim() < scope.operandShape(1).rank()) {
                position.add(dimensions.indexVectorDim(), Index.of(component));
            }
            starts.set(targets.get(component), new Start.Dynamic(scope.operand(block, 1, position)));
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
        for (int i = 0; i < scope.operandShape(2).rank(); i++) {
            int window = dimensions.updateWindowDims().indexOf(i);
            indices.add(window >= 0 ? offsets.get(window) : batch.get(nextBatch++));
        }
        return indices;
    }

    private void combine(Block inner, List<Index> target, List<Index> update) {
        var before = scope.current(inner, 0, target);
        var value = scope.operand(inner, 2, update);
        var after = scope.elements()
                .applied(inner, scatter.toApply(), List.of(before, value))
                .getFirst();
        scope.store(inner, 0, target, after);
    }
}
