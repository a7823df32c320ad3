package org.hloexplorer.app.cli;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which TPU is simulated: options that several verbs share. */
final class ArrayOptions {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

    @Option(
            names = "--array",
            paramLabel = "RxC",
            description =
                    "An array of R rows and C columns. Default: 8x8; of a roofline, which needs a clock, --chip=v4.")
    private @Nullable String array;

    @Option(
            names = "--chip",
            paramLabel = "CHIP",
            description = "All arrays of a chip: v1, v2, v3, v4, v5e, v5p, v6e or v7x.")
    private @Nullable String chip;

    @Option(
            names = "--timing",
            paramLabel = "MODE",
            description = "How weights reach the array: double-buffered, no-skew, scalesim or fifo. Default: "
                    + "double-buffered.")
    private String timing = TimingMode.DOUBLE_BUFFERED.flag();

    @Option(
            names = "--conv",
            paramLabel = "METHOD",
            description =
                    "How convolutions become products: im2col, K running over the whole window, or taps, a product "
                            + "for each of its positions. Default: im2col.")
    private String convolution = ConvolutionMethod.IM2COL.flag();

    TpuConfig config() {
        try {
            return config(mode()).with(method());
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    /** As {@link #config}, but a chip where none is named: an array of no chip has no clock, and so no seconds. */
    TpuConfig withClock() {
        return array == null && chip == null
                ? Devices.CLOCKED_ARRAY.with(mode()).with(method())
                : config();
    }

    private TpuConfig config(TimingMode mode) {
        if (array != null && chip != null) {
            throw new IllegalArgumentException(
                    "--array and --chip exclude each other: a chip has arrays of its own size");
        }
        if (chip != null) {
            return TpuConfig.of(chip(chip), mode);
        }
        if (array == null) {
            return Devices.TEACHING_ARRAY.with(mode);
        }
        var size = SIZE.matcher(array);
        if (!size.matches()) {
            throw new IllegalArgumentException(
                    "--array takes rows and columns, as in 16x16, not '%s'".formatted(array));
        }
        return TpuConfig.array(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)), mode);
    }

    private TimingMode mode() {
        return TimingMode.ofFlag(timing)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no timing '%s'; there are %s".formatted(timing, TimingMode.flags())));
    }

    private ConvolutionMethod method() {
        return ConvolutionMethod.ofFlag(convolution)
                .orElseThrow(() -> new IllegalArgumentException("there is no way '%s' to do convolutions; there are %s"
                        .formatted(convolution, ConvolutionMethod.flags())));
    }

    private static TpuChip chip(String flag) {
        return Arrays.stream(TpuChip.values())
                .filter(each -> each.flag().equals(flag))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no chip '%s'; there are %s"
                        .formatted(
                                flag,
                                Arrays.stream(TpuChip.values())
                                        .map(TpuChip::flag)
                                        .collect(Collectors.joining(", ")))));
    }
}
