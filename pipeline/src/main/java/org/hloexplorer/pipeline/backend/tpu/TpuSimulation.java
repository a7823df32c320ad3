package org.hloexplorer.pipeline.backend.tpu;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipLowering;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipModel;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.hloexplorer.pipeline.backend.tpu.chip.InstructionStream;
import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayProduct;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatrixData;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;
import org.hloexplorer.pipeline.backend.tpu.simulator.ResultCheck;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.jspecify.annotations.Nullable;

/**
 * A program as it ran on the array: its matrix products one after another, and what ran elsewhere.
 *
 * @param title what was run
 * @param matMuls in the order of their first execution
 * @param elsewhere all other instructions that do work, with the reason
 * @param chip the program on all units of the chip; null for products by themselves, and where the chip's clock is unknown
 * @param module what was run; null for products by themselves
 */
public record TpuSimulation(
        String title,
        TpuConfig config,
        List<MatMulRun> matMuls,
        List<Elsewhere> elsewhere,
        @Nullable ChipRun chip,
        @Nullable HloModule module) {

    /** Products by themselves. */
    public TpuSimulation(String title, TpuConfig config, List<MatMulRun> matMuls, List<Elsewhere> elsewhere) {
        this(title, config, matMuls, elsewhere, null, null);
    }

    public TpuSimulation {
        matMuls = List.copyOf(matMuls);
        elsewhere = List.copyOf(elsewhere);
    }

    /** Multiplications above which a product without a program is timed only, since operands would take gigabytes. */
    private static final long MOST_VALUES = 1L << 27;

    /** A single product of generated operands, without a program. */
    public static TpuSimulation ofGemm(Gemm gemm, TpuConfig config, long seed) {
        var run = generated(gemm, config, seed);
        var module = HloParser.parseOrThrow(program(gemm, run.simulation().config()));
        int dot = module.entry().rootId();
        var chip = ChipModel.of(config)
                .map(model -> ChipLowering.of(
                        module,
                        model,
                        _ -> 1,
                        id -> id == dot ? run.simulation().cycles() : 0,
                        config.timing() == TimingMode.FIFO))
                .orElse(null);
        return new TpuSimulation(gemm.toString(), config, List.of(run), List.of(), chip, module);
    }

    /** The product as HLO. */
    private static String program(Gemm gemm, TpuConfig config) {
        boolean isInt8 = config.operandType() == OperandType.INT8;
        return """
                HloModule gemm
                ENTRY main {
                  x = %1$s[%3$d,%4$d,%5$d] parameter(0)
                  w = %1$s[%3$d,%5$d,%6$d] parameter(1)
                  ROOT gemm = %2$s[%3$d,%4$d,%6$d] dot(x, w), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}
                }
                """.formatted(
                        isInt8 ? "s8" : "bf16", isInt8 ? "s32" : "f32", gemm.batch(), gemm.m(), gemm.k(), gemm.n());
    }

    private static MatMulRun generated(Gemm gemm, TpuConfig config, long seed) {
        long values = (long) gemm.batch() * gemm.k() * ((long) gemm.m() + gemm.n());
        long results = (long) gemm.batch() * gemm.m() * gemm.n();
        if (values > MOST_VALUES || results > MOST_VALUES) {
            var reason = "Timed only: %,d values are more than the %,d that are generated."
                    .formatted(Math.max(values, results), MOST_VALUES);
            return new MatMulRun(
                    -1, "gemm", "", 1, MatMulSimulation.of(gemm, config), HloElements.OF_MATRICES, null, reason, null);
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
        return new MatMulRun(
                -1, "gemm", "", 1, MatMulSimulation.of(data, config), HloElements.OF_MATRICES, check, null, null);
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

    /** The program on all units of the chip, where that could be worked out. */
    public Optional<ChipRun> onChip() {
        return Optional.ofNullable(chip);
    }

    /** Why the program was not laid out on all units of the chip, in a sentence; empty where it was. */
    public String whyNotOnChip() {
        if (chip != null) {
            return "";
        }
        return ChipModel.of(config).isEmpty()
                ? "no clock is published for %s, so that bytes per cycle of its memory are unknown"
                        .formatted(config.name())
                : "a product by itself moves nothing between the chip's units";
    }

    /** Bytes that all executions of a product, or of the fusion it is part of, moved from and to main memory. */
    public long memoryBytes(MatMulRun run) {
        if (chip == null || module == null) {
            return 0;
        }
        if (run.instruction() < 0) {
            return chip.memoryBytes(module.entry().rootId());
        }
        long own = chip.memoryBytes(run.instruction());
        return own > 0
                ? own
                : module.computationOf(run.instruction()).stream()
                        .flatMap(computation -> module.callers(computation.id()).stream())
                        .mapToLong(caller -> chip.memoryBytes(caller.id()))
                        .sum();
    }

    /** Whether all totals are what closed forms and bounds say. */
    public boolean agrees() {
        return cycles() == closedForm() && (chip == null || chip.agrees());
    }

    /** Where the instructions of the program can be had, if it was laid out on the chip. */
    public Optional<InstructionStream> instructions() {
        if (chip == null || module == null) {
            return Optional.empty();
        }
        var program = module;
        return Optional.of(new InstructionStream(
                chip,
                id -> products(id).stream().map(MatMulRun::simulation).toList(),
                id -> program.findInstruction(id).orElseThrow().opcode()));
    }

    /** The products of an instruction, or of those fused into it. */
    List<MatMulRun> products(int instruction) {
        var program = Objects.requireNonNull(module);
        var found = matMuls.stream()
                .filter(run -> run.instruction() == instruction || run.instruction() < 0)
                .toList();
        return found.isEmpty()
                ? program.called(program.findInstruction(instruction).orElseThrow()).stream()
                        .flatMap(called -> called.instructions().stream())
                        .flatMap(inner -> products(inner.id()).stream())
                        .toList()
                : found;
    }

    /** The product that an instruction is, or the first of those fused into it. */
    public Optional<MatMulRun> productOf(int instruction) {
        return module == null || module.findInstruction(instruction).isEmpty()
                ? Optional.empty()
                : products(instruction).stream().findFirst();
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
