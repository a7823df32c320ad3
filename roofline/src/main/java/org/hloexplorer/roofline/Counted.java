package org.hloexplorer.roofline;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.work.ProgramWork;
import org.jspecify.annotations.Nullable;

/** What the build that counts found of a program, or why there is nothing. */
record Counted(@Nullable ProgramWork work, String reason) {
    private static final String NO_BUILD = "not counted: this device has no build that counts";

    /** Counts; what hinders it is a reason, not a failure, as the times are there already. */
    static Counted of(Executable executable, List<Literal> arguments, RunOptions options, Cancellation cancellation) {
        try {
            return executable
                    .count(arguments, options.timeout(), cancellation)
                    .map(work -> new Counted(work, ""))
                    .orElse(new Counted(null, NO_BUILD));
        } catch (BackendException e) {
            return new Counted(null, "not counted: " + e.getMessage());
        }
    }

    /** Into a library nobody looks: what it does is taken from the formula. */
    private static String uncounted(KernelDescription kernel) {
        return kernel.fallback() == null
                ? "formula, as the kernel of a library cannot be counted inside: " + kernel.engine()
                : "not counted: " + kernel.engine();
    }

    Evidence evidence(Cost analytic, KernelDescription kernel) {
        if (work == null) {
            return new Evidence(analytic, null, reason, reason, unknown(reason));
        }
        var counted = work.kernel(kernel.name());
        var hardware = work.hardware();
        var missed = new Figure(hardware.bytes(kernel.name()).orElse(Double.NaN), hardware.source());
        return counted.isPresent()
                ? new Evidence(analytic, counted.get(), work.counting(), work.simulation(), missed)
                : new Evidence(analytic, null, uncounted(kernel), "not simulated: " + kernel.engine(), missed);
    }

    private static Figure unknown(String reason) {
        return new Figure(Double.NaN, reason);
    }
}
