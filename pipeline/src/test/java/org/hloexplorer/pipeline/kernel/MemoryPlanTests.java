package org.hloexplorer.pipeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class MemoryPlanTests {
    private static final LoweringOptions OPTIONS = new LoweringOptions(256, 16);

    /** A chain of values of one size: two places are enough for what is computed on the way. */
    private static final String CHAIN = "HloModule chain\nENTRY main {\n  a0 = f32[1000] parameter(0)\n"
            + IntStream.range(0, 20)
                    .mapToObj(i -> "  a%d = f32[1000] negate(a%d)\n".formatted(i + 1, i))
                    .collect(Collectors.joining())
            + "  ROOT r = f32[1000] add(a20, a0)\n}\n";

    @Test
    void roomIsUsedAgainOnceItsValueIsNotNeeded() {
        var memory = MemoryPlan.of(ExecutablePlan.of(HloParser.parseOrThrow(CHAIN), OPTIONS));
        // The argument, the result, and two to pass values on.
        assertThat(memory.bytes()).isEqualTo(4 * 4032);
    }

    @Test
    void valuesThatAreAliveTogetherLieApart() {
        var plan = ExecutablePlan.of(HloParser.parseOrThrow("""
                HloModule mixed
                sum {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT r = f32[] add(a, b)
                }
                ENTRY main {
                  x = f32[300,20] parameter(0)
                  c = f32[20] constant({1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20})
                  zero = f32[] constant(0)
                  e = f32[300,20] exponential(x)
                  s = f32[20] reduce(e, zero), dimensions={0}, to_apply=sum
                  t = f32[20] multiply(s, c)
                  b = f32[300,20] broadcast(t), dimensions={1}
                  d = f32[300,20] divide(e, b)
                  n = f32[300,20] negate(d)
                  ROOT r = (f32[300,20], f32[20], f32[300,20]) tuple(n, t, x)
                }
                """), OPTIONS);
        var memory = MemoryPlan.of(plan);
        for (int step = 0; step < plan.steps().size(); step++) {
            assertApart(plan, memory, alive(plan, step));
        }
        assertThat(memory.offsets())
                .allSatisfy(offset -> assertThat(offset % 64).isZero());
    }

    /** Kept buffers, results, and what was written before this step's end and is read in it or after it. */
    private static Set<Integer> alive(ExecutablePlan plan, int step) {
        Set<Integer> alive = new HashSet<>();
        plan.buffers().stream().filter(PlanBuffer::isKept).forEach(buffer -> alive.add(buffer.id()));
        for (int i = 0; i < plan.steps().size(); i++) {
            for (int buffer : ((PlanStep.Launch) plan.steps().get(i)).buffers()) {
                var isWritten = IntStream.rangeClosed(0, step)
                        .anyMatch(s -> ((PlanStep.Launch) plan.steps().get(s))
                                .buffers()
                                .contains(buffer));
                var isResult = plan.result().arrays().anyMatch(array -> array.buffer() == buffer);
                if (isWritten && (i >= step || isResult)) {
                    alive.add(buffer);
                }
            }
        }
        return alive;
    }

    private static void assertApart(ExecutablePlan plan, MemoryPlan memory, Set<Integer> alive) {
        for (int a : alive) {
            for (int b : alive) {
                if (a < b) {
                    long startA = memory.offsets().get(a);
                    long startB = memory.offsets().get(b);
                    long endA = startA + plan.buffers().get(a).bytes();
                    long endB = startB + plan.buffers().get(b).bytes();
                    assertThat(endA <= startB || endB <= startA)
                            .as("buffers %d and %d", a, b)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void callsShareNamesNoMore() {
        var plan = ExecutablePlan.of(HloParser.parseOrThrow("""
                HloModule calls
                f {
                  a = f32[10] parameter(0)
                  ROOT t = f32[10] tanh(a)
                }
                ENTRY main {
                  x = f32[10] parameter(0)
                  y = f32[10] call(x), to_apply=f
                  ROOT z = f32[10] call(y), to_apply=f
                }
                """), OPTIONS);
        assertThat(plan.steps()).extracting(PlanStep::name).containsExactly("t", "t (call 2)");
        assertThat(plan.steps())
                .extracting(step -> CanonicalKernel.of(((PlanStep.Launch) step).kernel()))
                .allMatch(kernel -> kernel.equals(
                        CanonicalKernel.of(((PlanStep.Launch) plan.steps().getFirst()).kernel())));
    }
}
