package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent.Kind;
import org.junit.jupiter.api.Test;

/** Walking from event to event. */
final class EventIndexTests {

    @Property(tries = 200)
    void walkingMeetsEveryEventBothWays(
            @ForAll @IntRange(min = 1, max = 12) int n,
            @ForAll @IntRange(min = 1, max = 12) int k,
            @ForAll @IntRange(min = 1, max = 12) int m,
            @ForAll @IntRange(min = 1, max = 4) int rows,
            @ForAll @IntRange(min = 1, max = 4) int cols,
            @ForAll TimingMode timing) {
        var index = index(Gemm.of(m, n, k), TpuConfig.array(rows, cols, timing));
        var all = index.ofTiles(0, Integer.MAX_VALUE);
        var cycles =
                all.stream().map(SimulationEvent::cycle).distinct().sorted().toList();
        var forwards = new ArrayList<Long>();
        for (var next = index.next(-1); next.isPresent(); next = index.next(next.getAsLong())) {
            forwards.add(next.getAsLong());
        }
        var backwards = new ArrayList<Long>();
        for (var last = index.previous(Long.MAX_VALUE); last.isPresent(); last = index.previous(last.getAsLong())) {
            backwards.addFirst(last.getAsLong());
        }
        assertThat(forwards).isEqualTo(cycles);
        assertThat(backwards).isEqualTo(cycles);
        assertThat(cycles.stream().flatMap(cycle -> index.at(cycle).stream())).isEqualTo(all);
    }

    @Test
    void stallsCarryTheirReason() {
        var v1 = TpuConfig.of(TpuChip.V1, TimingMode.FIFO);
        assertThat(stalls(Gemm.of(200, 256, 512), v1))
                .containsExactly(
                        "1350 cycles for weights from memory, 256 cycles for its weights to shift in",
                        "893 cycles for weights from memory, 256 cycles for its weights to shift in");
        var eight = TpuConfig.array(8, 8, TimingMode.DOUBLE_BUFFERED);
        assertThat(stalls(Gemm.of(2, 8, 16), eight))
                .containsExactly(
                        "nothing to hide behind: 8 cycles for its weights to shift in",
                        "only 2 rows to hide behind: 6 cycles for its weights to shift in");
        assertThat(stalls(Gemm.of(8, 8, 16), eight)).hasSize(1);
    }

    @Test
    void nothingFollowsTheLastOutput() {
        var index = index(Gemm.of(4, 4, 4), TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED));
        assertThat(index.at(13)).extracting(SimulationEvent::kind).containsExactly(Kind.LAST_OUTPUT);
        assertThat(index.next(13)).isEqualTo(OptionalLong.empty());
        assertThat(index.previous(0)).isEqualTo(OptionalLong.empty());
    }

    private static List<String> stalls(Gemm gemm, TpuConfig config) {
        return index(gemm, config).ofTiles(0, 100).stream()
                .filter(event -> event.kind() == Kind.STALL)
                .map(SimulationEvent::reason)
                .toList();
    }

    private static EventIndex index(Gemm gemm, TpuConfig config) {
        var plan = TilePlan.of(gemm, config.rows(), config.cols());
        return new EventIndex(plan, TileSchedule.of(plan, config), config);
    }
}
