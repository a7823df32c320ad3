package org.hloexplorer.roofline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.cpu.Ceiling.Kind;
import org.hloexplorer.pipeline.backend.cpu.Turns;
import org.hloexplorer.pipeline.backend.work.LevelTraffic;
import org.hloexplorer.pipeline.worker.Limit;

/**
 * Whether kernels whose limit one knows reach the roofs of this machine: STREAM's four, arrays far larger than the caches, and
 * a product of matrices. One thread, each in turns with the kernel that makes its roof, since what a memory gives changes from
 * one second to the next where others use it too.
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
    private final Turns turns;
    private final Duration timeout;

    /** @param backend counts the bytes */
    public RoofCheck(Backend backend, Turns turns, Duration timeout) {
        this.backend = backend;
        this.turns = turns;
        this.timeout = timeout;
    }

    /**
     * What one kernel reached.
     *
     * @param roof name of its roof
     * @param least the part of the roof that it should reach
     */
    public record Result(String kernel, Turns.Outcome outcome, String roof, double least) {

        /** The kernel's rate as a part of its roof's, of each round. */
        public List<Double> fractions() {
            return rounds().mapToObj(round ->
                            outcome.kernel().rate(round) / outcome.own().rate(round))
                    .toList();
        }

        public Quartiles fraction() {
            return Quartiles.of(fractions().stream().mapToDouble(Double::doubleValue));
        }

        /** Flop/s or byte/s. */
        public Quartiles rate() {
            return Quartiles.of(rounds().mapToDouble(outcome.kernel()::rate));
        }

        /** Of the roof, in the same unit. */
        public Quartiles roofRate() {
            return Quartiles.of(rounds().mapToDouble(outcome.own()::rate));
        }

        /** Near enough below the roof, and above it by no more than the roof's own spread. */
        public boolean holds() {
            double median = fraction().median();
            return median >= least && median <= 1 + roofRate().spread();
        }

        public String toText() {
            return "%-14s %s of %s: median %s of %s (quartiles %s to %s), %s to %s wanted: %s%s"
                    .formatted(
                            kernel,
                            unit(rate().median()),
                            unit(roofRate().median()),
                            Numbers.percent(fraction().median()),
                            roof,
                            Numbers.percent(fraction().lower()),
                            Numbers.percent(fraction().upper()),
                            Numbers.percent(least),
                            Numbers.percent(1 + roofRate().spread()),
                            holds() ? "holds" : "does not hold",
                            others());
        }

        /** What it is of the highest of the other roofs, where one is higher. */
        private String others() {
            return outcome.others().stream()
                    .max((a, b) -> Double.compare(median(a), median(b)))
                    .filter(highest -> median(highest) > roofRate().median())
                    .map(highest -> "; %s of DRAM %s, %s"
                            .formatted(
                                    Numbers.percent(rate().median() / median(highest)),
                                    highest.name(),
                                    unit(median(highest))))
                    .orElse("");
        }

        private double median(Turns.Lane lane) {
            return Quartiles.of(rounds().mapToDouble(lane::rate)).median();
        }

        private String unit(double value) {
            return outcome.others().isEmpty() ? Numbers.flopsPerSecond(value) : Numbers.bytesPerSecond(value);
        }

        private IntStream rounds() {
            return IntStream.range(0, outcome.kernel().nanoseconds().size());
        }

        /** All rounds, a line for each: rates in GFLOP/s or GB/s. */
        public List<String> table() {
            var lanes = Stream.concat(outcome.others().stream(), Stream.of(outcome.own(), outcome.kernel()))
                    .toList();
            var lines = new ArrayList<String>();
            var head = new StringBuilder("  round");
            lanes.forEach(lane -> head.append("%10s".formatted(lane.name())));
            lines.add(head.append("   of roof").toString());
            rounds().forEach(round -> {
                var line = new StringBuilder("  %5d".formatted(round + 1));
                lanes.forEach(lane -> line.append(String.format(Locale.ROOT, "%10.1f", lane.rate(round) / 1e9)));
                lines.add(
                        line.append("%10s".formatted(Numbers.percent(fractions().get(round))))
                                .toString());
            });
            return lines;
        }
    }

    /** Runs them all; takes some seconds. */
    public List<Result> run(Cancellation cancellation) throws BackendException {
        List<Result> results = new ArrayList<>();
        results.add(memory("copy", Kind.COPY, "n = f32[%1$d] negate(a)", cancellation));
        results.add(memory("scale", Kind.COPY, "n = f32[%1$d] multiply(a, a)", cancellation));
        results.add(memory("add", Kind.TRIAD, "n = f32[%1$d] add(a, b)", cancellation));
        results.add(memory("triad", Kind.TRIAD, """
                three = f32[] constant(3)
                  threes = f32[%1$d] broadcast(three), dimensions={}
                  m = f32[%1$d] multiply(b, threes)
                  n = f32[%1$d] add(a, m)""", cancellation));
        results.add(product(cancellation));
        return results;
    }

    private Result memory(String name, Kind kind, String body, Cancellation cancellation) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule kernel
                fused {
                  a = f32[%1$d] parameter(0)
                  b = f32[%1$d] parameter(1)
                  %2$s
                  ROOT r = f32[%1$d] copy(n)
                }
                ENTRY main {
                  a = f32[%1$d] parameter(0)
                  b = f32[%1$d] parameter(1)
                  ROOT kernel = f32[%1$d] fusion(a, b), kind=kLoop, calls=fused
                }
                """.formatted(ELEMENTS, body.formatted(ELEMENTS)));
        var outcome = turns.memory(module, kind, bytes(module, cancellation), new Limit(timeout, cancellation));
        return new Result(name, outcome, DRAM + " " + outcome.own().name(), MEMORY);
    }

    private Result product(Cancellation cancellation) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule kernel
                ENTRY main {
                  a = f32[%1$d,%1$d] parameter(0)
                  b = f32[%1$d,%1$d] parameter(1)
                  ROOT kernel = f32[%1$d,%1$d] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """.formatted(SIDE));
        var outcome = turns.arithmetic(module, 2.0 * SIDE * SIDE * SIDE, new Limit(timeout, cancellation));
        return new Result("matmul 1024^3", outcome, "FMA f32 vector", PEAK);
    }

    /** From and to DRAM, simulated. */
    private double bytes(HloModule module, Cancellation cancellation) throws BackendException {
        try (var executable = backend.compile(module, cancellation)) {
            return executable
                    .count(GeneratedInputs.of(module, 1), timeout, cancellation)
                    .flatMap(work -> work.kernel("kernel"))
                    .flatMap(work -> work.traffic().stream()
                            .filter(level -> level.level().equals(DRAM))
                            .findFirst())
                    .map(LevelTraffic::bytes)
                    .orElseThrow(() ->
                            new BackendException(BackendException.Kind.FAILED, "no bytes were simulated of a kernel"));
        }
    }
}
