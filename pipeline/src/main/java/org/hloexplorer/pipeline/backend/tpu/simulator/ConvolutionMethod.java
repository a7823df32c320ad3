package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a convolution becomes matrix products. */
public enum ConvolutionMethod {
    /** One product whose K runs over the whole window; what the window sees is copied out, as SCALE-Sim supposes. */
    IM2COL("im2col", "im2col: K runs over %d positions of the window with %d features each."),
    /** A product per position of the window, added in the accumulators; nothing is copied, shallow inputs leave rows empty. */
    TAPS("taps", "tap by tap: %d products over %d features each, added in the accumulators.");

    private final String flag;
    private final String description;

    ConvolutionMethod(String flag, String description) {
        this.flag = flag;
        this.description = description;
    }

    /** The name on the command line. */
    public String flag() {
        return flag;
    }

    /** A sentence with two places: the positions of the window, and the features at each. */
    public String description() {
        return description;
    }

    /** The method with this {@link #flag()}. */
    public static Optional<ConvolutionMethod> ofFlag(String flag) {
        return Arrays.stream(values()).filter(each -> each.flag.equals(flag)).findFirst();
    }

    /** All flags, for messages. */
    public static String flags() {
        return Arrays.stream(values()).map(ConvolutionMethod::flag).collect(Collectors.joining(", "));
    }
}
