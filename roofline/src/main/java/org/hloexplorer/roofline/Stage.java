package org.hloexplorer.roofline;

import java.util.List;

/**
 * All kernels of one version of a program, such as {@code before fusion}.
 *
 * @param version of the module on the timeline, for linking; {@link #NO_VERSION} where it is on none
 */
public record Stage(String name, int version, List<Placement> kernels) {
    /** The version of kernels that belong to another timeline. */
    public static final int NO_VERSION = -1;

    /** The version of kernels that belong to another program, whose instructions are not those of this one. */
    public static final int OTHER_PROGRAM = -2;

    public Stage {
        kernels = List.copyOf(kernels);
    }

    /** Seconds of all kernels together. */
    public double seconds() {
        return kernels.stream()
                .mapToDouble(placement -> placement.kernel().seconds().value())
                .filter(Double::isFinite)
                .sum();
    }

    /** Bytes of all kernels together. */
    public double bytes() {
        return kernels.stream()
                .mapToDouble(placement -> placement.kernel().bytes().value())
                .filter(Double::isFinite)
                .sum();
    }

    /** The kernel's part of this stage's time, 1 for all. */
    public double timeShare(Placement placement) {
        double share = placement.kernel().seconds().value() / seconds();
        return Double.isFinite(share) ? share : 0;
    }
}
