package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.LoweringOptions;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that pass rows to one another become one, and only those. */
@ExtendWith(SharedWorker.class)
final class LaunchFusionTests {
    private static final String SOFTMAX = """
            HloModule softmax
            maximum {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT r = f32[] maximum(a, b)
            }
            sum {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT r = f32[] add(a, b)
            }
            ENTRY main {
              x = f32[ROWS,COLUMNS] parameter(0)
              least = f32[] constant(-inf)
              zero = f32[] constant(0)
              m = f32[ROWS] reduce(x, least), dimensions={1}, to_apply=maximum
              b = f32[ROWS,COLUMNS] broadcast(m), dimensions={0}
              d = f32[ROWS,COLUMNS] subtract(x, b)
              e = f32[ROWS,COLUMNS] exponential(d)
              s = f32[ROWS] reduce(e, zero), dimensions={1}, to_apply=sum
              t = f32[ROWS,COLUMNS] broadcast(s), dimensions={0}
              ROOT r = f32[ROWS,COLUMNS] divide(e, t)
            }
            """;

    private static String softmax(int rows, int columns) {
        return SOFTMAX.replace("ROWS", Integer.toString(rows)).replace("COLUMNS", Integer.toString(columns));
    }

    private static ExecutablePlan plan(String text) {
        return ExecutablePlan.of(HloParser.parseOrThrow(text), new LoweringOptions(512, 32));
    }

    @Test
    void aSoftmaxIsOneKernelThatTouchesNothingButItsInputAndItsResult() {
        var steps = plan(softmax(30, 200)).steps();
        assertThat(steps).hasSize(1);
        assertThat(steps.getFirst()).isInstanceOfSatisfying(PlanStep.Launch.class, launch -> {
            assertThat(launch.buffers()).hasSize(2);
            assertThat(launch.instructions())
                    .extracting(HloInstruction::name)
                    .contains("m", "s")
                    .endsWith("r");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"30 200", "7 1000", "2 65", "1 300", "500 3", "300 5000"})
    void theResultIsTheSame(String sizes, Comparison comparison) {
        var parts = sizes.split(" ", -1);
        comparison.holds(softmax(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
    }

    /** The sum over rows needs all rows of what is before it. */
    @Test
    void whatReadsOtherRowsStaysApart(Comparison comparison) {
        var text = softmax(128, 128)
                .replace(
                        "s = f32[128] reduce(e, zero), dimensions={1}", "s = f32[128] reduce(e, zero), dimensions={0}");
        assertThat(plan(text).steps()).hasSizeGreaterThan(1);
        comparison.holds(text);
    }

    /** What is a result too, or is read by a later kernel, is still written. */
    @Test
    void whatOthersReadStaysInMemory(Comparison comparison) {
        comparison.holds(softmax(40, 120).replace("ROOT r = f32[40,120] divide(e, t)", """
                          q = f32[40,120] divide(e, t)
                          u = f32[120,40] transpose(e), dimensions={1,0}
                          v = f32[120] reduce(u, zero), dimensions={1}, to_apply=sum
                          ROOT r = (f32[40,120], f32[40], f32[120]) tuple(q, m, v)
                        """));
    }
}
