package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Shape;

/**
 * Loops over some dimensions of an array that carry accumulators.
 *
 * @param dimensions to loop over, the outermost first; the indices of the others stay as they are given
 * @param isSum whether the step adds to a single accumulator: such sums are done in blocks where they are floating
 */
record LoopNest(int instruction, Shape.Array shape, List<Integer> dimensions, LoopKind kind, boolean isSum, Step step) {

    /** What one repetition makes of the accumulators, at these indices. */
    interface Step {
        List<Value> next(Block inner, List<Value> accumulators, List<Index> at);
    }

    /** Loops over all dimensions of an array, in order. */
    static LoopNest overAll(int instruction, Shape.Array shape, LoopKind kind, boolean isSum, Step step) {
        var all = IntStream.range(0, shape.rank()).boxed().toList();
        return new LoopNest(instruction, shape, all, kind, isSum, step);
    }

    List<Value> emit(Block outer, List<Value> accumulators) {
        return emit(outer, accumulators, Collections.nCopies(shape.rank(), Index.ZERO));
    }

    List<Value> emit(Block outer, List<Value> accumulators, List<Index> at) {
        return emit(outer, 0, accumulators, at);
    }

    private List<Value> emit(Block outer, int depth, List<Value> accumulators, List<Index> at) {
        if (depth == dimensions.size()) {
            return step.next(outer, accumulators, List.copyOf(at));
        }
        int dimension = dimensions.get(depth);
        long extent = shape.dimension(dimension);
        BlockedSum.Step inside = (inner, carried, index) -> {
            var position = new ArrayList<>(at);
            position.set(dimension, index);
            return emit(inner, depth + 1, carried, position);
        };
        var blocks = new BlockedSum(instruction, extent, inside);
        return isSum && depth == dimensions.size() - 1 && blocks.helps(accumulators, depth)
                ? blocks.emit(outer, accumulators.getFirst())
                : loop(outer, extent, accumulators, inside);
    }

    private List<Value> loop(Block outer, long extent, List<Value> accumulators, BlockedSum.Step inside) {
        var counter = outer.newVariable(extent);
        return outer.loop(
                counter,
                kind,
                accumulators,
                instruction,
                (inner, carried) -> inside.next(inner, carried, Index.of(counter)));
    }
}
