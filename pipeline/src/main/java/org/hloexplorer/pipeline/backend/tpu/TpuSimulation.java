package org.hloexplorer.pipeline.backend.tpu;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayProduct;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatrixData;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;
import org.hloexplorer.pipeline.backend.tpu.simulator.ResultCheck;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;

/**
 * A program as it ran on the array: its matrix products one after another, and what ran elsewhere.
 *
 * @param title what was run
 * @param matMuls in the order of their first execution
 * @param elsewhere all other instructions that do work, with the reason
 */
public record TpuSimulation(String title, TpuConfig config, List<MatMulRun> matMuls, List<Elsewhere> elsewhere) {
    public TpuSimulation {
        matMuls = List.copyOf(matMuls);
        elsewhere = List.copyOf(elsewhere);
    }

    /** Multiplications above which a product without a program is timed only, since operands would take gigabytes. */
    private static final long MOST_VALUES = 1L << 27;

    /** A single product of generated operands, without a program. */
    public static TpuSimulation ofGemm(Gemm gemm, TpuConfig config, long seed) {
        return new TpuSimulation(gemm.toString(), config, List.of(generated(gemm, config, seed)), List.of());
    }

    private static MatMulRun generated(Gemm gemm, TpuConfig config, long seed) {
        long values = (long) gemm.batch() * gemm.k() * ((long) gemm.m() + gemm.n());
        long results = (long) gemm.batch() * gemm.m() * gemm.n();
        if (values > MOST_VALUES || results > MOST_VALUES) {
            var reason = "Timed only: %,d values are more than the %,d that are generated."
                    .formatted(Math.max(values, results), MOST_VALUES);
            return new MatMulRun(-1, "gemm", "", 1, MatMulSimulation.of(gemm, config), null, reason, null);
        }
        var type = config.operandType() == OperandType.INT8 ? PrimitiveType.S8 : PrimitiveType.F32;
        var operands = GeneratedInputs.of(
                List.of(
                        Shape.array(type, gemm.batch(), gemm.m(), gemm.k()),
                        Shape.array(type, gemm.batch(), gemm.k(), gemm.n())),
                seed);
        float[] x = DotValues.inOrder(operands.getFirst(), List.of(0, 1, 2));
        float[] w = DotValues.inOrder(operands.getLast(), List.of(0, 1, 2));
        var data = MatrixData.rounded(gemm, config.operandType(), x, w);
        var check = ResultCheck.of(data, x, w, product(data, config.rows(), new Cancellation()));
        return new MatMulRun(-1, "gemm", "", 1, MatMulSimulation.of(data, config), check, null, null);
    }

    /** The array's result in doubles, which hold sums of either type exactly. */
    static double[] product(MatrixData data, int rows, Cancellation cancellation) {
        if (data.type() == OperandType.INT8) {
            int[] sums = ArrayProduct.int8(data, cancellation);
            double[] y = new double[sums.length];
            Arrays.setAll(y, i -> sums[i]);
            return y;
        }
        float[] sums = ArrayProduct.bf16(data, rows, cancellation);
        double[] y = new double[sums.length];
        Arrays.setAll(y, i -> sums[i]);
        return y;
    }

    /** Cycles of all products, one after another. */
    public long cycles() {
        return matMuls.stream().mapToLong(MatMulRun::cycles).sum();
    }

    /** The same from formulas. */
    public long closedForm() {
        return matMuls.stream()
                .mapToLong(
                        run -> run.executions() * run.simulation().closedForm().cycles())
                .sum();
    }

    /** Cycles per state of every part of the chip; each part's add up to {@link #cycles()}. */
    public Map<String, Map<UnitState, Long>> states() {
        var sums = new LinkedHashMap<String, Map<UnitState, Long>>();
        for (var run : matMuls) {
            for (var states : run.simulation().states().entrySet()) {
                var sum = sums.computeIfAbsent(states.getKey(), unit -> new EnumMap<>(UnitState.class));
                states.getValue().forEach((state, cycles) -> sum.merge(state, cycles * run.executions(), Long::sum));
            }
        }
        return sums;
    }
}
