package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.LoweringOptions;
import org.hloexplorer.pipeline.kernel.Operation;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads across the rows that are written go in tiles, and happen once where kernels of the same rows both need them. */
@ExtendWith(SharedWorker.class)
final class TransposedTilesTests {
    private static final String TRANSPOSE = """
            HloModule transpose
            ENTRY main {
              x = TYPE[3,COLUMNS,ROWS] parameter(0)
              y = TYPE[3,ROWS,COLUMNS] parameter(1)
              t = TYPE[3,ROWS,COLUMNS] transpose(x), dimensions={0,2,1}
              ROOT r = TYPE[3,ROWS,COLUMNS] multiply(t, y)
            }
            """;

    /** As scores of attention heads that lie side by side are masked and made probabilities. */
    private static final String ATTENTION = """
            HloModule attention
            maximum {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT r = f32[] maximum(a, b)
            }
            scores {
              x = f32[2,SIZE,SIZE,4] parameter(0)
              t = f32[2,4,SIZE,SIZE] transpose(x), dimensions={0,3,2,1}
              ROOT r = f32[2,4,SIZE,SIZE] tanh(t)
            }
            exponentials {
              x = f32[2,SIZE,SIZE,4] parameter(0)
              m = f32[2,4,SIZE] parameter(1)
              t = f32[2,4,SIZE,SIZE] transpose(x), dimensions={0,3,2,1}
              h = f32[2,4,SIZE,SIZE] tanh(t)
              b = f32[2,4,SIZE,SIZE] broadcast(m), dimensions={0,1,2}
              d = f32[2,4,SIZE,SIZE] subtract(h, b)
              ROOT r = f32[2,4,SIZE,SIZE] exponential(d)
            }
            ENTRY main {
              x = f32[2,SIZE,SIZE,4] parameter(0)
              least = f32[] constant(-inf)
              s = f32[2,4,SIZE,SIZE] fusion(x), kind=kLoop, calls=scores
              m = f32[2,4,SIZE] reduce(s, least), dimensions={3}, to_apply=maximum
              ROOT e = f32[2,4,SIZE,SIZE] fusion(x, m), kind=kLoop, calls=exponentials
            }
            """;

    private static String transpose(String type, int rows, int columns) {
        return TRANSPOSE
                .replace("TYPE", type)
                .replace("ROWS", Integer.toString(rows))
                .replace("COLUMNS", Integer.toString(columns));
    }

    private static List<Kernel> kernels(String text) {
        var plan = ExecutablePlan.of(HloParser.parseOrThrow(text), new LoweringOptions(512, 32));
        return plan.units()
                .filter(PlanStep.Launch.class::isInstance)
                .map(step -> ((PlanStep.Launch) step).kernel())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"f32 64 48", "f32 16 16", "f32 50 70", "f64 64 48", "s32 128 32", "bf16 32 96", "pred 48 64"})
    void aTransposedOperandHasTheSameElements(String form, Comparison comparison) {
        var parts = form.split(" ", -1);
        var text = transpose(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        comparison.holds(parts[0].equals("pred") ? text.replace("multiply", "and") : text);
    }

    @Test
    void wholeTilesAreNoted() {
        assertThat(kernels(transpose("f32", 64, 48)))
                .singleElement()
                .satisfies(kernel -> assertThat(kernel.notes()).anyMatch(note -> note.contains("tiles")));
        assertThat(kernels(transpose("f32", 50, 70)))
                .singleElement()
                .satisfies(kernel -> assertThat(kernel.notes()).noneMatch(note -> note.contains("tiles")));
    }

    @Test
    void whatOneFusionStoresTheNextReads(Comparison comparison) {
        var text = ATTENTION.replace("SIZE", "64");
        assertThat(kernels(text))
                .singleElement()
                .satisfies(kernel ->
                        assertThat(functions(kernel.body(), Operation.TANH)).isEqualTo(1));
        comparison.holds(text);
    }

    @Test
    void rowsThatFillNoTileAreReadAsTheyCome(Comparison comparison) {
        comparison.holds(ATTENTION.replace("SIZE", "70"));
    }

    private static int functions(List<Statement> block, Operation operation) {
        int count = 0;
        for (var statement : block) {
            count += switch (statement) {
                case Statement.Define(var _, Expression.Apply apply, var _) -> apply.operation() == operation ? 1 : 0;
                case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 0;
                case Statement.For loop -> functions(loop.body(), operation);
                case Statement.If branch ->
                    functions(branch.then(), operation) + functions(branch.otherwise(), operation);
            };
        }
        return count;
    }
}
