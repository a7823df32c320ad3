package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.function.Function;
import org.hloexplorer.hlo.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * What tiles do where they reach beyond the arrays they cover. Where an index cannot, by its bounds, nothing is tested.
 *
 * @param type that is computed with
 */
record TileEdges(KernelScope scope, PrimitiveType type) {

    /** Of the type that is computed with. */
    Value zero(Block block) {
        return scope.scalars(block).number(type, 0);
    }

    /** What is done in a place. */
    interface Step {
        void emit(Block inner);
    }

    /** Does something where an index is below a size. */
    void onlyInside(Block block, Index index, long size, Step step) {
        if (index.maximum() < size) {
            step.emit(block);
            return;
        }
        var isInside = block.define(new Expression.InRange(index, 0, size), scope.id());
        scope.when(block, isInside, step::emit);
    }

    /** An index that may reach beyond a size. */
    record Bound(Index index, long size) {}

    /** A value where all indices are below their sizes, else 0. */
    Value orZero(Block block, List<Bound> bounds, Function<Block, Value> source) {
        Value inside = null;
        for (var bound : bounds) {
            inside = both(block, inside, within(block, bound.index(), bound.size()));
        }
        if (inside == null) {
            return source.apply(block);
        }
        return block.choose(
                        inside, scope.id(), then -> List.of(source.apply(then)), otherwise -> List.of(zero(otherwise)))
                .getFirst();
    }

    /** A test that an index is below a size, or null where it always is. */
    @Nullable
    Value within(Block block, Index index, long size) {
        return index.maximum() < size ? null : block.define(new Expression.InRange(index, 0, size), scope.id());
    }

    /** Whether two tests hold, where null is one that always does. */
    @Nullable
    Value both(Block block, @Nullable Value a, @Nullable Value b) {
        return a == null ? b : b == null ? a : scope.scalars(block).and(a, b);
    }

    /** Does one thing where a test holds, and another where not. */
    void either(Block block, @Nullable Value condition, Step then, Step otherwise) {
        if (condition == null) {
            then.emit(block);
            return;
        }
        block.choose(
                condition,
                scope.id(),
                inner -> {
                    then.emit(inner);
                    return List.of();
                },
                inner -> {
                    otherwise.emit(inner);
                    return List.of();
                });
    }
}
