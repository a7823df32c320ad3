package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.jspecify.annotations.Nullable;

/** One place of a window over an array: the array's indices there, and whether there is an element. */
final class WindowPosition {
    private final Block block;
    private final int instruction;
    private final List<Index> indices = new ArrayList<>();
    private final List<Value> tests = new ArrayList<>();

    /**
     * A place.
     *
     * @param at the result's indices
     * @param offsets the place in the window
     */
    WindowPosition(
            Block block, Window window, Shape.Array shape, List<Index> at, List<Index> offsets, int instruction) {
        this.block = block;
        this.instruction = instruction;
        for (int i = 0; i < offsets.size(); i++) {
            var dimension = window.dimensions().get(i);
            var offset = dimension.reversed() ? Index.of(dimension.size() - 1).minus(offsets.get(i)) : offsets.get(i);
            var position = at.get(i)
                    .times(dimension.stride())
                    .plus(offset.times(dimension.windowDilation()))
                    .plus(-dimension.paddingLow());
            add(position, shape.dimension(i), dimension.baseDilation());
        }
    }

    private void add(Index position, long size, long dilation) {
        long dilated = (size - 1) * dilation + 1;
        if (position.minimum() < 0 || position.maximum() >= dilated) {
            tests.add(block.define(new Expression.InRange(position, 0, dilated), instruction));
        }
        if (dilation > 1) {
            // Between elements that the dilation moved apart there are none.
            tests.add(block.define(new Expression.InRange(position.remainder(dilation), 0, 1), instruction));
        }
        indices.add(position.dividedBy(dilation));
    }

    List<Index> indices() {
        return indices;
    }

    /** Whether there is an element; null where there always is. */
    @Nullable
    Value test() {
        var scalars = new Scalars(block, instruction);
        return tests.stream().reduce(scalars::and).orElse(null);
    }

    /** What a step makes of the accumulators where there is an element; elsewhere they stay. */
    List<Value> ifInside(List<Value> accumulators, Function<Block, List<Value>> step) {
        var inside = test();
        if (inside == null) {
            return step.apply(block);
        }
        return block.choose(inside, instruction, step, _ -> accumulators);
    }
}
