package org.hloexplorer.roofline;

/** Where a kernel stands under the roofs, or why it has no place there. */
public sealed interface Placement {

    /** The kernel as measured. */
    KernelMeasurement kernel();

    /** What to say about it, in plain words with the numbers. */
    String verdict();

    /** The part of its roof that it reaches, 1 for all; of the memory roof where it does no arithmetic. */
    double fractionOfRoof();

    /** What limits it. */
    enum Bound {
        MEMORY,
        ARITHMETIC
    }

    /**
     * A dot on the chart.
     *
     * @param roof the lower of the two roofs above it
     */
    record Plotted(KernelMeasurement kernel, Roof roof, Bound bound, double fractionOfRoof, String verdict)
            implements Placement {

        Plotted saying(String other) {
            return new Plotted(kernel, roof, bound, fractionOfRoof, other);
        }
    }

    /** A kernel that only moves data: it has no intensity to plot, but a bandwidth. */
    record MovesData(KernelMeasurement kernel, Roof roof, double fractionOfRoof, String verdict) implements Placement {

        MovesData saying(String other) {
            return new MovesData(kernel, roof, fractionOfRoof, other);
        }
    }

    /** A kernel whose figures cannot be, so that it is listed and not drawn. */
    record Refused(KernelMeasurement kernel, double fractionOfRoof, String verdict) implements Placement {}
}
