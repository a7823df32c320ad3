package org.hloexplorer.pipeline.backend.tpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.ValueSubstitute;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipLowering;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipModel;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatrixData;
import org.hloexplorer.pipeline.backend.tpu.simulator.ResultCheck;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.jspecify.annotations.Nullable;

/** Computes a program's dots as the array does, and remembers each one's first execution. */
final class ArrayDots implements ValueSubstitute {
    /** Operand values that are kept for the view, all products together: a quarter of a gigabyte. */
    private static final long MOST_KEPT = 1L << 26;

    private final TpuProgram program;
    private final Cancellation cancellation;
    private final ValueSubstitute others;
    private final Duration timeout;
    private final long started = System.nanoTime();
    private final Map<Integer, MatMulRun> runs = new LinkedHashMap<>();
    private final Map<Integer, Long> executions = new HashMap<>();
    private long kept;

    ArrayDots(TpuProgram program, Cancellation cancellation, Duration timeout) {
        this.program = program;
        this.cancellation = cancellation;
        this.timeout = timeout;
        this.others = new RoundedDots(program, EvaluationOptions.standard().withCancellation(cancellation));
    }

    @Override
    public Optional<Literal> evaluate(HloInstruction instruction, List<Literal> operands) {
        checkTime(instruction);
        executions.merge(instruction.id(), 1L, Long::sum);
        var dot = program.dots().get(instruction.id());
        if (dot == null) {
            return Optional.empty();
        }
        var mapping = dot.mapping();
        float[] x = mapping.x(operands);
        float[] w = mapping.w(operands);
        var data = MatrixData.rounded(mapping.gemm(), mapping.type(), x, w);
        double[] y = TpuSimulation.product(data, program.config().rows(), cancellation);
        var known = runs.get(instruction.id());
        runs.put(instruction.id(), known == null ? first(dot, data, x, w, y) : known.again());
        return Optional.of(mapping.result(instruction.shape().asArray(), y));
    }

    /** One chip is simulated; the others compute their parts as the reference does. */
    @Override
    public ValueSubstitute onOtherDevice() {
        return others;
    }

    private void checkTime(HloInstruction instruction) {
        if (System.nanoTime() - started > timeout.toNanos()) {
            throw new TimeUpException("the simulation reached %s after more than %d s, the time it was given"
                    .formatted(instruction, timeout.toSeconds()));
        }
    }

    private MatMulRun first(TpuProgram.ArrayDot dot, MatrixData data, float[] x, float[] w, double[] y) {
        var config = configFor(dot.mapping());
        long size = (long) x.length + w.length;
        var whyNot = whyNoValues(size);
        if (whyNot == null) {
            kept += size;
        }
        var simulation = whyNot == null
                ? MatMulSimulation.of(data, config)
                : MatMulSimulation.of(dot.mapping().gemm(), config);
        return new MatMulRun(
                dot.instruction().id(),
                dot.instruction().name(),
                dot.place(),
                1,
                simulation,
                dot.elements(),
                ResultCheck.of(data, x, w, y),
                whyNot,
                dot.remark());
    }

    private TpuConfig configFor(ArrayMapping mapping) {
        return program.config().with(mapping.type());
    }

    private @Nullable String whyNoValues(long size) {
        return kept + size <= MOST_KEPT
                ? null
                : "Timed only: operands of all products together exceed the %,d values that are kept."
                        .formatted(MOST_KEPT);
    }

    /** The program so far. */
    TpuSimulation simulation() {
        var module = program.module();
        var chip = ChipModel.of(program.config())
                .map(model -> ChipLowering.of(
                        module,
                        model,
                        id -> executions.getOrDefault(id, 0L),
                        this::productCycles,
                        program.config().timing() == TimingMode.FIFO))
                .orElse(null);
        return new TpuSimulation(
                module.name(), program.config(), new ArrayList<>(runs.values()), program.elsewhere(), chip, module);
    }

    private long productCycles(int instruction) {
        var run = runs.get(instruction);
        return run == null ? 0 : run.simulation().cycles();
    }
}
