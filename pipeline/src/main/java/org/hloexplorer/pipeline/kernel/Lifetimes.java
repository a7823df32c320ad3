package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * From when to when each buffer of a plan holds a value, by the order in which steps are listed.
 *
 * <p>What is used inside of a loop and also before or after it lives as long as the loop: the next repetition reads it, or
 * must not destroy it.
 */
final class Lifetimes {
    private final Map<Integer, Life> lives = new TreeMap<>();
    private int now;

    private record Life(int first, int last) {
        Life and(int time) {
            return new Life(Math.min(first, time), Math.max(last, time));
        }
    }

    private Lifetimes() {}

    static Lifetimes of(List<PlanStep> steps) {
        var lifetimes = new Lifetimes();
        lifetimes.visit(steps);
        return lifetimes;
    }

    /** For each time the buffers that are first used then, in the order of their ids. */
    List<List<Integer>> starting() {
        return byTime(Life::first);
    }

    /** For each time the buffers that are not used after it. */
    List<List<Integer>> ending() {
        return byTime(Life::last);
    }

    private List<List<Integer>> byTime(ToIntFunction<Life> time) {
        List<List<Integer>> buffers = new ArrayList<>();
        for (int i = 0; i < now; i++) {
            buffers.add(new ArrayList<>());
        }
        lives.forEach((buffer, life) -> buffers.get(time.applyAsInt(life)).add(buffer));
        return buffers;
    }

    private void visit(List<PlanStep> steps) {
        steps.forEach(this::visit);
    }

    private void visit(PlanStep step) {
        switch (step) {
            case PlanStep.Launch launch -> touch(launch.buffers());
            case PlanStep.LibraryCall call -> touch(call.buffers());
            case PlanStep.Copy copy -> touch(List.of(copy.from(), copy.to()));
            case PlanStep.Reference reference -> touch(touched(reference));
            case PlanStep.Branch branch -> {
                touch(List.of(branch.selector()));
                branch.branches().forEach(this::visit);
            }
            case PlanStep.Loop loop -> visit(loop);
        }
    }

    private static List<Integer> touched(PlanStep.Reference reference) {
        List<Integer> touched = new ArrayList<>();
        reference.operands().forEach(operand -> operand.arrays().forEach(array -> touched.add(array.buffer())));
        reference.result().arrays().forEach(array -> touched.add(array.buffer()));
        return touched;
    }

    private void visit(PlanStep.Loop loop) {
        int begin = now;
        visit(loop.condition());
        touch(List.of(loop.predicate()));
        visit(loop.body());
        now++;
        lives.replaceAll((_, life) -> life.first() < begin && life.last() >= begin ? life.and(now - 1) : life);
    }

    private void touch(List<Integer> buffers) {
        buffers.forEach(buffer -> lives.merge(buffer, new Life(now, now), (life, _) -> life.and(now)));
        now++;
    }
}
