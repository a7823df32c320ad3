package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.pipeline.backend.work.LevelTraffic;

/**
 * Whether kernels whose limit one knows reach the roofs that were measured: STREAM's four, arrays far larger than the caches,
 * and a product of matrices. One thread.
 */
public final class RoofCheck {
    private static final long ELEMENTS = 32L << 20;
    private static final long SIDE = 1024;
    private static final String DRAM = "DRAM";

    /** STREAM-like kernels lie no farther below the roof than this. */
    private static final double MEMORY = 0.9;

    /** The product reaches this part of the peak. */
    private static final double PEAK = 0.85;

    private final Backend backend;
    private final Roofs roofs;
    private final RunOptions options;

    /** @param roofs of one thread */
    public RoofCheck(Backend backend, Roofs roofs, RunOptions options) {
        this.backend = backend;
        this.roofs = roofs;
        this.options = options;
    }

    /**
     * What one kernel reached.
     *
     * @param rate flop/s or byte/s, as its roof is
     * @param least the part of the roof that it should reach
     */
    public record Result(String kernel, double rate, Roof roof, double least) {

        public double fraction() {
            return rate / roof.value();
        }

        /** Near enough below the roof, and above it by no more than the roof's own spread. */
        public boolean holds() {
            return fraction() >= least && fraction() <= 1 + roof.spread();
        }

        public String toText() {
            var reached =
                    roof.kind() == Roof.Kind.ARITHMETIC ? Numbers.flopsPerSecond(rate) : Numbers.bytesPerSecond(rate);
            return "%-16s %s of %s: %s of %s, %s to %s wanted: %s"
                    .formatted(
                            kernel,
                            reached,
                            roof.valueText(),
                            Numbers.percent(fraction()),
                            roof.name(),
                            Numbers.percent(least),
                            Numbers.percent(1 + roof.spread()),
                            holds() ? "holds" : "does not hold");
        }
    }

    /** Runs them all; takes some seconds. */
    public List<Result> run(Cancellation cancellation) throws BackendException {
        List<Result> results = new ArrayList<>();
        results.add(memory("copy", "n = f32[%1$d] negate(a)", cancellation));
        results.add(memory("scale", "n = f32[%1$d] multiply(a, a)", cancellation));
        results.add(memory("add", "n = f32[%1$d] add(a, b)", cancellation));
        results.add(memory("triad", """
                three = f32[] constant(3)
                  threes = f32[%1$d] broadcast(three), dimensions={}
                  m = f32[%1$d] multiply(b, threes)
                  n = f32[%1$d] add(a, m)""", cancellation));
        results.add(product(cancellation));
        return results;
    }

    private Result memory(String name, String body, Cancellation cancellation) throws BackendException {
        var measured = measured("""
                HloModule %2$s
                fused {
                  a = f32[%1$d] parameter(0)
                  b = f32[%1$d] parameter(1)
                  %3$s
                  ROOT r = f32[%1$d] copy(n)
                }
                ENTRY main {
                  a = f32[%1$d] parameter(0)
                  b = f32[%1$d] parameter(1)
                  ROOT kernel = f32[%1$d] fusion(a, b), kind=kLoop, calls=fused
                }
                """.formatted(ELEMENTS, name, body.formatted(ELEMENTS)), cancellation);
        double bytes = measured.work()
                .flatMap(work -> work.traffic().stream()
                        .filter(level -> level.level().equals(DRAM))
                        .findFirst())
                .map(LevelTraffic::bytes)
                .orElse(Double.NaN);
        return new Result(name, bytes / measured.seconds(), roofs.farthestMemory(), MEMORY);
    }

    private Result product(Cancellation cancellation) throws BackendException {
        var measured = measured("""
                HloModule product
                ENTRY main {
                  a = f32[%1$d,%1$d] parameter(0)
                  b = f32[%1$d,%1$d] parameter(1)
                  ROOT kernel = f32[%1$d,%1$d] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """.formatted(SIDE), cancellation);
        double flops = 2.0 * SIDE * SIDE * SIDE;
        return new Result("matmul 1024^3", flops / measured.seconds(), roofs.peak(), PEAK);
    }

    private record Measured(double seconds, Optional<KernelWork> work) {}

    private Measured measured(String text, Cancellation cancellation) throws BackendException {
        var module = HloParser.parseOrThrow(text);
        var arguments = GeneratedInputs.of(module, 1);
        try (var executable = backend.compile(module, cancellation)) {
            var profile = executable.run(arguments, options, cancellation).profile();
            var work =
                    executable.count(arguments, options.timeout(), cancellation).flatMap(each -> each.kernel("kernel"));
            // The best of many, as the roofs are and as STREAM has it: what disturbs a run only takes from it.
            return new Measured(profile.kernels().getFirst().timing().minNanos() * 1e-9, work);
        }
    }
}
