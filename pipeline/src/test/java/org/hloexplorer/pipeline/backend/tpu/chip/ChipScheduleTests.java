package org.hloexplorer.pipeline.backend.tpu.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask.Kind;
import org.hloexplorer.pipeline.backend.tpu.simulator.ByteRate;
import org.junit.jupiter.api.Test;

/** Overlap by resources and dependencies, and states that cover every cycle. */
final class ChipScheduleTests {
    private static final int UNIT_COUNT = ChipUnit.values().length;

    @Test
    void blocksOverlapAndStallsSayWhatTheyWaitFor() {
        // Two blocks: load 10, product 4, store 3, twice.
        var tasks = List.of(
                task(0, Kind.LOAD, 10, List.of(), -1),
                task(1, Kind.PRODUCT, 4, List.of(0), -1),
                task(2, Kind.STORE, 3, List.of(1), -1),
                task(3, Kind.LOAD, 10, List.of(), -1),
                task(4, Kind.PRODUCT, 4, List.of(3), -1),
                task(5, Kind.STORE, 3, List.of(4), -1));
        var schedule = ChipSchedule.of(tasks);
        assertThat(schedule.start(3)).as("loads need not wait for stores").isEqualTo(10);
        assertThat(schedule.start(1)).isEqualTo(10);
        assertThat(schedule.start(2)).as("one transfer at a time").isEqualTo(20);
        assertThat(schedule.cycles()).isEqualTo(10 + 10 + 4 + 3);
        assertThat(schedule.states(ChipUnit.MATRIX_UNITS))
                .isEqualTo(Map.of(ChipState.WAITS_FOR_MEMORY, 16L, ChipState.WORKING, 8L, ChipState.IDLE, 3L));
        assertThat(schedule.states(ChipUnit.MEMORY_DMA))
                .isEqualTo(Map.of(ChipState.WORKING, 26L, ChipState.WAITS_FOR_MATRIX_UNITS, 1L));
        assertThat(schedule.states(ChipUnit.VECTOR_UNIT)).isEqualTo(Map.of(ChipState.IDLE, 27L));
    }

    @Test
    void aLoadWaitsForItsBuffer() {
        var tasks = List.of(
                task(0, Kind.LOAD, 2, List.of(), -1),
                task(1, Kind.VECTOR, 50, List.of(0), -1),
                task(2, Kind.LOAD, 2, List.of(), 1),
                task(3, Kind.VECTOR, 1, List.of(2), -1));
        var schedule = ChipSchedule.of(tasks);
        assertThat(schedule.start(2)).isEqualTo(52);
        assertThat(schedule.states(ChipUnit.MEMORY_DMA))
                .isEqualTo(Map.of(ChipState.WORKING, 4L, ChipState.BUFFERS_FULL, 50L, ChipState.IDLE, 1L));
    }

    @Test
    void tasksWithoutCyclesTakeNone() {
        var schedule = ChipSchedule.of(List.of(
                task(0, Kind.VECTOR, 0, List.of(), -1),
                task(1, Kind.VECTOR, 0, List.of(0), -1),
                task(2, Kind.VECTOR, 7, List.of(1), -1)));
        assertThat(schedule.cycles()).isEqualTo(7);
    }

    @Test
    void aTaskCannotNeedALaterOne() {
        assertThatThrownBy(() -> task(1, Kind.LOAD, 1, List.of(1), -1)).hasMessageContaining("comes later");
    }

    /** Alike blocks behind two buffers: the slowest stage sets the pace, which gives a formula for the total. */
    @Property(tries = 100)
    void alikeBlocksTakeWhatTheFormulaSays(
            @ForAll @IntRange(min = 1, max = 50) int load,
            @ForAll @IntRange(min = 1, max = 50) int compute,
            @ForAll @IntRange(min = 1, max = 30) int blocks) {
        var tasks = new ArrayList<ChipTask>();
        for (int block = 0; block < blocks; block++) {
            tasks.add(task(2 * block, Kind.LOAD, load, List.of(), block < 2 ? -1 : 2 * (block - 2) + 1));
            tasks.add(task(2 * block + 1, Kind.VECTOR, compute, List.of(2 * block), -1));
        }
        assertThat(ChipSchedule.of(tasks).cycles()).isEqualTo(load + (blocks - 1L) * Math.max(load, compute) + compute);
    }

    /** Whatever the tasks: each begins when all it needs has ended, no unit does two at once, all cycles are accounted for. */
    @Property(tries = 100)
    void anyTasks(@ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int seed) {
        var tasks = random(new Random(seed));
        var schedule = ChipSchedule.of(tasks);
        long work = 0;
        for (var task : tasks) {
            work += task.cycles();
            task.needs()
                    .forEach(need ->
                            assertThat(schedule.start(task.index())).isGreaterThanOrEqualTo(schedule.end(need)));
        }
        assertThat(schedule.cycles()).isLessThanOrEqualTo(work);
        for (var unit : ChipUnit.values()) {
            long now = 0;
            for (var interval : schedule.intervals(unit)) {
                assertThat(interval.from()).isEqualTo(now);
                now = interval.to();
            }
            assertThat(now).isEqualTo(schedule.cycles());
            long busy = tasks.stream()
                    .filter(task -> task.unit() == unit)
                    .mapToLong(ChipTask::cycles)
                    .sum();
            assertThat(schedule.states(unit).getOrDefault(ChipState.WORKING, 0L))
                    .isEqualTo(busy);
        }
        var run = new ChipRun(
                new ChipModel(new ByteRate(1, 1), new ByteRate(1, 1), 1, 1, ""),
                List.of(new ChipPiece("main", 3, schedule, List.of())),
                0);
        assertThat(run.agrees()).isTrue();
    }

    private static List<ChipTask> random(Random random) {
        var kinds = Kind.values();
        var tasks = new ArrayList<ChipTask>();
        int count = 1 + random.nextInt(60);
        for (int index = 0; index < count; index++) {
            var needs = new ArrayList<Integer>();
            for (int i = 0; i < random.nextInt(3) && index > 0; i++) {
                needs.add(random.nextInt(index));
            }
            int frees = index > UNIT_COUNT && random.nextBoolean() ? random.nextInt(index) : -1;
            tasks.add(task(
                    index,
                    kinds[random.nextInt(kinds.length)],
                    random.nextInt(20),
                    needs.stream().distinct().filter(need -> need != frees).toList(),
                    frees));
        }
        return tasks;
    }

    private static ChipTask task(int index, Kind kind, long cycles, List<Integer> needs, int frees) {
        return new ChipTask(index, kind, 0, "i", 0, cycles, 0, needs, frees);
    }
}
