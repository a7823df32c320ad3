package org.hloexplorer.roofline;

/** Puts kernels under the roofs of a machine, and says in words what that means. */
public final class Placer {

    /** Beyond its roof by more than this and the roof's own spread, a figure is taken to be wrong. */
    private static final double TOLERANCE = 0.05;

    private final Roofs roofs;

    public Placer(Roofs roofs) {
        this.roofs = roofs;
    }

    public Placement place(KernelMeasurement kernel) {
        if (!(kernel.seconds().value() > 0) || !(kernel.bytes().value() > 0)) {
            return new Placement.Refused(
                    kernel, Double.NaN, "Its time or its bytes are zero or unknown, so no rate can be worked out.");
        }
        var memory = roofs.memoryFor(kernel.workingSet());
        return kernel.flops().value() > 0 ? placeArithmetic(kernel, memory) : placeMovement(kernel, memory);
    }

    private Placement placeArithmetic(KernelMeasurement kernel, Roof memory) {
        double intensity = kernel.intensity();
        boolean memoryBound = memory.at(intensity) < roofs.peak().value();
        var roof = memoryBound ? memory : roofs.peak();
        double fraction = kernel.flopRate() / roof.at(intensity);
        if (isImpossible(fraction, roof)) {
            return refuse(kernel, roof, fraction);
        }
        var bound = memoryBound ? Placement.Bound.MEMORY : Placement.Bound.ARITHMETIC;
        return new Placement.Plotted(kernel, roof, bound, fraction, verdict(kernel, roof, memory, bound, fraction));
    }

    private Placement placeMovement(KernelMeasurement kernel, Roof memory) {
        double fraction = kernel.byteRate() / memory.value();
        if (isImpossible(fraction, memory)) {
            return refuse(kernel, memory, fraction);
        }
        var what = kernel.transcendentals().value() > 0
                ? "Only transcendentals, which do not count as FLOP: "
                : "Moves data and computes nothing: ";
        return new Placement.MovesData(
                kernel,
                memory,
                fraction,
                what
                        + "%s of %s (%s of %s)."
                                .formatted(
                                        Numbers.percent(fraction),
                                        memory.name(),
                                        Numbers.bytesPerSecond(kernel.byteRate()),
                                        memory.valueText()));
    }

    private static boolean isImpossible(double fraction, Roof roof) {
        return fraction > 1 + TOLERANCE + roof.spread();
    }

    private static Placement refuse(KernelMeasurement kernel, Roof roof, double fraction) {
        return new Placement.Refused(
                kernel,
                fraction,
                ("%s of %s cannot be, so it is not drawn. Either the kernel moves or computes less than counted"
                                + " (bytes: %s; flops: %s), or the roof was measured on a busy machine: measure it again.")
                        .formatted(
                                Numbers.percent(fraction),
                                roof.name(),
                                kernel.bytes().source(),
                                kernel.flops().source()));
    }

    private String verdict(KernelMeasurement kernel, Roof roof, Roof memory, Placement.Bound bound, double fraction) {
        var ridge = Numbers.intensity(roofs.ridge(memory));
        return switch (bound) {
            case MEMORY ->
                "Memory-bound: %s is left of the ridge at %s. It reaches %s of %s (%s of %s)."
                        .formatted(
                                Numbers.intensity(kernel.intensity()),
                                ridge,
                                Numbers.percent(fraction),
                                roof.name(),
                                Numbers.bytesPerSecond(kernel.byteRate()),
                                roof.valueText());
            case ARITHMETIC ->
                "Compute-bound: %s is right of the ridge at %s. It reaches %s of %s (%s of %s)."
                        .formatted(
                                Numbers.intensity(kernel.intensity()),
                                ridge,
                                Numbers.percent(fraction),
                                roof.name(),
                                Numbers.flopsPerSecond(kernel.flopRate()),
                                roof.valueText());
        };
    }
}
