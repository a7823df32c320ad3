package org.hloexplorer.pipeline.kernel;

import java.util.List;

/**
 * A long floating sum in blocks: each starts from zero and is then added to the whole.
 *
 * <p>Small numbers that are added one by one to a large one are lost bit by bit; the reference adds in double. Blocks keep
 * what is added together of a size.
 */
record BlockedSum(int instruction, long extent, Step step) {
    private static final long BLOCK = 4096;

    /** Adds what is at an index to an accumulator. */
    interface Step {
        List<Value> next(Block inner, List<Value> accumulators, Index at);
    }

    /** Whether this is a floating sum that goes on for long, by itself or inside of other loops. */
    boolean helps(List<Value> accumulators, int enclosingLoops) {
        return accumulators.size() == 1
                && accumulators.getFirst().type().isFloating()
                && (extent > BLOCK || enclosingLoops > 0);
    }

    List<Value> emit(Block outer, Value accumulator) {
        long blocks = extent / BLOCK;
        var counter = outer.newVariable(blocks);
        var whole = outer.loop(
                counter,
                LoopKind.SEQUENTIAL,
                List.of(accumulator),
                instruction,
                (inner, carried) -> List.of(
                        plus(inner, carried.getFirst(), BLOCK, Index.of(counter).times(BLOCK))));
        long rest = extent % BLOCK;
        return rest == 0 ? whole : List.of(plus(outer, whole.getFirst(), rest, Index.of(blocks * BLOCK)));
    }

    private Value plus(Block block, Value accumulator, long length, Index start) {
        var scalars = new Scalars(block, instruction);
        var counter = block.newVariable(length);
        var zero = scalars.number(accumulator.type(), 0);
        var sum = block.loop(
                counter,
                LoopKind.REDUCTION,
                List.of(zero),
                instruction,
                (inner, carried) -> step.next(inner, carried, start.plus(Index.of(counter))));
        return scalars.add(accumulator, sum.getFirst());
    }
}
