package org.hloexplorer.pipeline.kernel.llvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.LoweringOptions;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products by matrix instructions, their LLVM IR followed lane by lane by {@link WarpInterpreter}. */
final class MatrixPrinterTests {
    private static final int ROWS = 128;
    private static final int COLUMNS = 192;
    private static final int DEPTH = 48;

    private static Kernel kernel(String rhs, int over) {
        var module = HloParser.parseOrThrow("""
                HloModule product
                ENTRY main {
                  x = bf16[2,%1$d,%2$d] parameter(0)
                  y = bf16[%3$s] parameter(1)
                  ROOT z = f32[2,%1$d,%4$d] dot(x, y), lhs_batch_dims={0}, rhs_batch_dims={0},
                    lhs_contracting_dims={2}, rhs_contracting_dims={%5$d}
                }
                """.formatted(ROWS, DEPTH, rhs, COLUMNS, over));
        var plan = ExecutablePlan.of(module, LoweringOptions.of(WorkGroups.COMMON));
        return ((PlanStep.Launch) plan.steps().getFirst()).kernel();
    }

    /** Small whole numbers: products and sums of them are exact in any order. */
    private static int[] numbers(int count, long seed) {
        return new Random(seed).ints(count, -8, 9).toArray();
    }

    @ParameterizedTest
    @CsvSource({"'2,48,192', 1", "'2,192,48', 2"})
    void eachElementIsTheSumOfItsProducts(String rhs, int over) {
        var left = numbers(2 * ROWS * DEPTH, 1);
        var right = numbers(2 * DEPTH * COLUMNS, 2);
        var kernel = kernel(rhs, over);
        assertThat(kernel.product()).isNotNull();
        var ir = new DeviceKernelPrinter(DeviceTarget.SM_80, WorkGroups.COMMON, "m.hlo", _ -> 0).print(kernel, "z");
        var interpreter = new WarpInterpreter(ir, left, right, 2 * ROWS * COLUMNS);

        interpreter.run(Math.toIntExact(kernel.extent()), 8);

        int columnStep = over == 1 ? 1 : DEPTH;
        int depthStep = over == 1 ? COLUMNS : 1;
        for (int batch = 0; batch < 2; batch++) {
            for (int row = 0; row < ROWS; row++) {
                for (int column = 0; column < COLUMNS; column++) {
                    float sum = 0;
                    for (int k = 0; k < DEPTH; k++) {
                        sum += left[(batch * ROWS + row) * DEPTH + k]
                                * right[batch * DEPTH * COLUMNS + k * depthStep + column * columnStep];
                    }
                    assertThat(interpreter.result()[(batch * ROWS + row) * COLUMNS + column])
                            .as("[%d, %d, %d]", batch, row, column)
                            .isEqualTo(sum);
                }
            }
        }
    }
}
