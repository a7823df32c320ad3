package org.hloexplorer.pipeline.fusion.gpu;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;

/**
 * The limits of fusion on a GPU.
 *
 * @param device whose figures the cost model takes
 * @param launchMicros what each kernel costs beyond its work, in microseconds
 * @param parameters operands and results that a kernel may have
 * @param reductions kernels of reductions that may become one
 * @param codeSize instructions that a kernel may be emitted as
 * @param blockSplits how often a kernel may start a new block of code
 */
record GpuFusionOptions(
        GpuDevice device, double launchMicros, long parameters, long reductions, long codeSize, long blockSplits) {
    static final String PARAMETERS_COMPARED = "operands and results";
    static final String REDUCTIONS_COMPARED = "reductions";
    static final String CODE_COMPARED = "instructions emitted";
    static final String SPLITS_COMPARED = "blocks of code";
    static final String MICROS_COMPARED = "time fused";

    private static final Option<Double> LAUNCH = new Option<>(
            "gpu.launch-micros",
            1.0,
            GpuFusionOptions::parseMicros,
            "microseconds that launching a kernel costs; XLA's is 1");
    private static final Option<Long> PARAMETERS =
            Option.count("gpu.max-operands", 96, "operands and results that a kernel may have; XLA's is 96");
    private static final Option<Long> REDUCTIONS =
            Option.count("gpu.max-reductions", 8, "reductions that may become one kernel; XLA's is 8");
    private static final Option<Long> CODE_SIZE =
            Option.count("gpu.max-code-size", 10_000, "instructions that a kernel may be emitted as; XLA's is 10000");
    private static final Option<Long> BLOCK_SPLITS =
            Option.count("gpu.max-block-splits", 10, "how often a kernel may start a new block of code; XLA's is 10");

    static final List<Option<?>> ALL =
            List.of(GpuDevice.OPTION, LAUNCH, PARAMETERS, REDUCTIONS, CODE_SIZE, BLOCK_SPLITS);

    private static final Map<String, Option<?>> KNOBS = Map.of(
            PARAMETERS_COMPARED, PARAMETERS,
            REDUCTIONS_COMPARED, REDUCTIONS,
            CODE_COMPARED, CODE_SIZE,
            SPLITS_COMPARED, BLOCK_SPLITS,
            MICROS_COMPARED, LAUNCH);

    private static double parseMicros(String text) {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("gpu.launch-micros takes a number, not '%s'".formatted(text), e);
        }
        throw new IllegalArgumentException("gpu.launch-micros is not negative: '%s'".formatted(text));
    }

    static GpuFusionOptions of(PassContext context) {
        return new GpuFusionOptions(
                context.option(GpuDevice.OPTION),
                context.option(LAUNCH),
                context.option(PARAMETERS),
                context.option(REDUCTIONS),
                context.option(CODE_SIZE),
                context.option(BLOCK_SPLITS));
    }

    /** The knob that moves the limit of a number compared, by the number's name. */
    static Optional<Option<?>> knob(String quantity) {
        return Optional.ofNullable(KNOBS.get(quantity));
    }
}
