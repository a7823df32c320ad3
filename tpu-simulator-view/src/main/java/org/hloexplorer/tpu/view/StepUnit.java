package org.hloexplorer.tpu.view;

import java.util.stream.LongStream;

/** What a step leads to, beside the next cycle. */
public enum StepUnit {
    /** Whatever happens to a tile next. */
    EVENT,
    /** The start of a tile. */
    TILE,
    /** The start of an instruction: weights read, a tile multiplied, accumulators read out. */
    INSTRUCTION;

    String word() {
        return Words.say("step." + name());
    }

    /** The cycle that a step leads to; the first or the one after the last where nothing is left. */
    long step(UnitScene scene, long cycle, Direction to) {
        return switch (this) {
            case EVENT -> event(scene, cycle, to);
            case TILE -> nearest(tileStarts(scene, cycle), cycle, scene.cycles(), to);
            case INSTRUCTION -> nearest(instructionStarts(scene, cycle), cycle, scene.cycles(), to);
        };
    }

    private static long event(UnitScene scene, long cycle, Direction to) {
        var events = scene.events();
        return to == Direction.FORWARD
                ? events.next(cycle).orElse(scene.cycles())
                : events.previous(cycle).orElse(0);
    }

    private static LongStream tileStarts(UnitScene scene, long cycle) {
        return around(scene, cycle).map(tile -> scene.schedule().start((int) tile));
    }

    private static LongStream instructionStarts(UnitScene scene, long cycle) {
        return around(scene, cycle).flatMap(tile -> instructions(scene, (int) tile));
    }

    private static LongStream instructions(UnitScene scene, int tile) {
        var schedule = scene.schedule();
        int rowFolds = scene.plan().rowFolds();
        return tile % rowFolds == rowFolds - 1
                ? LongStream.of(
                        schedule.shift(tile),
                        schedule.start(tile),
                        schedule.start(tile) + scene.config().rows())
                : LongStream.of(schedule.shift(tile), schedule.start(tile));
    }

    /** Tiles that may begin something next to a cycle. */
    private static LongStream around(UnitScene scene, long cycle) {
        int near = scene.schedule().startedBy(cycle);
        int reach = 2 + scene.config().rows() / Math.max(1, scene.schedule().mCount());
        return LongStream.rangeClosed(
                Math.max(0, near - reach), Math.min(scene.plan().folds() - 1L, near + reach));
    }

    private static long nearest(LongStream starts, long cycle, long end, Direction to) {
        return to == Direction.FORWARD
                ? starts.filter(start -> start > cycle).min().orElse(end)
                : starts.filter(start -> start < cycle).max().orElse(0);
    }
}
