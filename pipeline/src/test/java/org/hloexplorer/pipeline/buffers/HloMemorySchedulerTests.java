package org.hloexplorer.pipeline.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Orders a program in which one order needs much less memory than another. */
final class HloMemorySchedulerTests {
    private static final String PROGRAM = """
            HloModule wide

            ENTRY main {
              x = f32[] parameter(0)
              a = f32[1024] broadcast(x), dimensions={}
              b = f32[1024] iota(), iota_dimension=0
              c = f32[1024] exponential(b)
              as = f32[4] slice(a), slice={[0:4]}
              bs = f32[4] slice(b), slice={[0:4]}, control-predecessors={as}
              cs = f32[4] slice(c), slice={[0:4]}
              s = f32[4] add(as, bs)
              ROOT r = f32[4] add(s, cs)
            }
            """;

    private static HloComputation entry() {
        return HloParser.parse("wide.hlo", PROGRAM).orThrow().entry();
    }

    @ParameterizedTest
    @EnumSource(MemoryScheduler.class)
    void everyOrderKeepsOperandsAndControlPredecessors(MemoryScheduler scheduler) {
        var order = scheduler.order(entry());
        assertThat(order)
                .containsExactlyInAnyOrderElementsOf(entry().instructions().stream()
                        .map(each -> order.stream()
                                .filter(one -> one.name().equals(each.name()))
                                .findFirst()
                                .orElseThrow())
                        .toList());
        var done = new HashSet<Integer>();
        for (var instruction : order) {
            for (int operand : instruction.operandIds()) {
                assertThat(done).contains(operand);
            }
            assertThat(done).containsAll(instruction.annotations().controlPredecessors());
            done.add(instruction.id());
        }
    }

    @Test
    void theLowestPeakIsKeptAndAllAreTold() {
        var module = HloParser.parse("wide.hlo", PROGRAM).orThrow();
        var log = PassLog.unrestricted();
        var scheduled = new HloMemoryScheduler().run(module, log);
        assertThat(HloPrinter.print(scheduled)).startsWith("HloModule wide, is_scheduled=true");
        var trials = HloMemoryScheduler.trials(module, module.entry());
        var least = trials.values().stream()
                .filter(each -> each.scheduler() != MemoryScheduler.BFS)
                .mapToLong(HloMemoryScheduler.Trial::peak)
                .min()
                .orElseThrow();
        assertThat(Objects.requireNonNull(trials.get(MemoryScheduler.BFS)).peak())
                .isGreaterThan(least);
        assertThat(names(scheduled.entry().instructions()))
                .isEqualTo(names(trials.values().stream()
                        .filter(each -> each.peak() == least && each.scheduler() != MemoryScheduler.BFS)
                        .findFirst()
                        .orElseThrow()
                        .order()));
        assertThat(log.events().stream().filter(PassEvent.Rewritten.class::isInstance))
                .singleElement()
                .extracting(PassEvent::toText)
                .asString()
                .contains("list ", "DFS ", "post-order ", "BFS ");
        assertThat(log.events().stream().filter(PassEvent.Declined.class::isInstance))
                .hasSize(3);
    }

    @Test
    void aScheduledModuleStaysAsItIs() {
        var module = HloParser.parse("wide.hlo", PROGRAM).orThrow();
        var scheduled = new HloMemoryScheduler().run(module, PassLog.unrestricted());
        assertThat(new HloMemoryScheduler().run(scheduled, PassLog.unrestricted()))
                .isSameAs(scheduled);
    }

    private static List<String> names(List<HloInstruction> instructions) {
        return instructions.stream().map(HloInstruction::name).toList();
    }
}
