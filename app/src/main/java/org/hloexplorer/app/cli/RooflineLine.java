package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.RooflineMeter;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;
import org.hloexplorer.roofline.Evidence;
import org.hloexplorer.roofline.Figure;
import org.hloexplorer.roofline.KernelMeasurement;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Roofs;
import org.hloexplorer.roofline.Stage;
import org.hloexplorer.roofline.WholeProgram;
import org.jspecify.annotations.Nullable;

/** A roofline as JSON. */
record RooflineLine(
        String file,
        List<CeilingLine> ceilings,
        List<KernelLine> kernels,
        String summary,
        String verdict,
        @Nullable WholeLine wholeProgram,
        @Nullable AgainstLine against) {

    /** A ceiling as JSON. */
    record CeilingLine(String name, double value, String unit, String source) {
        static CeilingLine of(Roof roof) {
            var unit = roof.kind() == Roof.Kind.ARITHMETIC ? "flop/s" : "byte/s";
            return new CeilingLine(roof.name(), roof.value(), unit, roof.source());
        }

        static List<CeilingLine> of(Roofs roofs) {
            return Stream.concat(roofs.arithmetic().stream(), roofs.memory().stream())
                    .map(CeilingLine::of)
                    .toList();
        }
    }

    /** What XLA's analysis says of a kernel. */
    record AnalyticLine(double flops, double transcendentals, double bytes, String source) {
        static @Nullable AnalyticLine of(Evidence evidence) {
            return evidence.equals(Evidence.NONE)
                    ? null
                    : new AnalyticLine(
                            evidence.analyticFlops().value(),
                            evidence.analyticTranscendentals().value(),
                            evidence.analyticBytes().value(),
                            evidence.analyticFlops().source());
        }
    }

    /** What the build that counts found. */
    record CountedLine(
            long flops,
            String flopsByType,
            long integerOperations,
            String comparisons,
            String conversions,
            long transcendentals,
            long flopsInTranscendentals,
            long loadedBytes,
            long storedBytes,
            long scratchLoadedBytes,
            long scratchStoredBytes) {
        static @Nullable CountedLine of(@Nullable KernelWork work) {
            return work == null
                    ? null
                    : new CountedLine(
                            work.flops(),
                            work.byType(Kind.ARITHMETIC),
                            work.integerOperations(),
                            work.byType(Kind.COMPARISON),
                            work.byType(Kind.CONVERSION),
                            work.transcendentals(),
                            work.libraryFlops(),
                            work.bytes(Kind.LOAD),
                            work.bytes(Kind.STORE),
                            work.bytes(Kind.SCRATCH_LOAD),
                            work.bytes(Kind.SCRATCH_STORE));
        }
    }

    /** Traffic with a level of memory. */
    record LevelLine(String level, double bytes, @Nullable Double intensity, String source) {
        static List<LevelLine> of(KernelMeasurement kernel) {
            return kernel.levels().stream()
                    .map(level -> new LevelLine(
                            level.level(),
                            level.bytes().value(),
                            finite(kernel.intensity(level)),
                            level.bytes().source()))
                    .toList();
        }

        private static @Nullable Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }

    /** Bytes fetched past the caches by the processor's own count; null, with the reason, where there is none. */
    record HardwareLine(@Nullable Double bytes, String source) {
        static HardwareLine of(Figure figure) {
            return new HardwareLine(Double.isFinite(figure.value()) ? figure.value() : null, figure.source());
        }
    }

    /** A kernel as JSON. */
    record KernelLine(
            String stage,
            String name,
            List<String> instructions,
            double flops,
            String flopsSource,
            double transcendentals,
            double bytes,
            String bytesSource,
            double ms,
            String msSource,
            double intensity,
            double gflops,
            String bound,
            double percentOfRoof,
            String engine,
            String verdict,
            List<CeilingLine> ceilings,
            long launches,
            @Nullable AnalyticLine analytic,
            @Nullable CountedLine counted,
            String counting,
            List<LevelLine> levels,
            HardwareLine hardware) {
        static KernelLine of(Stage stage, Placement placement) {
            var kernel = placement.kernel();
            return new KernelLine(
                    stage.name(),
                    kernel.name(),
                    kernel.instructionNames(),
                    kernel.flops().value(),
                    kernel.flops().source(),
                    kernel.transcendentals().value(),
                    kernel.bytes().value(),
                    kernel.bytes().source(),
                    kernel.seconds().value() * 1e3,
                    kernel.seconds().source(),
                    kernel.intensity(),
                    kernel.flopRate() / 1e9,
                    bound(placement),
                    placement.fractionOfRoof() * 100,
                    kernel.engine(),
                    placement.verdict(),
                    kernel.ceilings().stream().map(CeilingLine::of).toList(),
                    kernel.evidence().launches(),
                    AnalyticLine.of(kernel.evidence()),
                    CountedLine.of(kernel.evidence().counted()),
                    kernel.evidence().counting(),
                    LevelLine.of(kernel),
                    HardwareLine.of(kernel.evidence().hardware()));
        }

        private static String bound(Placement placement) {
            return switch (placement) {
                case Placement.Plotted plotted -> plotted.bound().name().toLowerCase(Locale.ROOT);
                case Placement.MovesData _ -> "memory";
                case Placement.Refused _ -> "none";
            };
        }
    }

    /** The program run kernel by kernel, and as a whole. */
    record WholeLine(
            int launches,
            double launchUs,
            double kernelUs,
            double eagerUs,
            double eagerMeasuredUs,
            int compiledKernels,
            double compiledUs,
            double compiledMeasuredUs,
            String text,
            String source) {
        static WholeLine of(WholeProgram whole) {
            return new WholeLine(
                    whole.launches(),
                    whole.launchSeconds() * 1e6,
                    whole.kernelSeconds() * 1e6,
                    whole.eagerSeconds() * 1e6,
                    whole.eagerMeasured() * 1e6,
                    whole.after().times().steps(),
                    whole.compiledSeconds() * 1e6,
                    whole.compiledMeasured() * 1e6,
                    whole.toText(),
                    whole.source());
        }
    }

    /** What stands beside the program. */
    record AgainstLine(
            String name,
            List<CeilingLine> ceilings,
            @Nullable WholeLine wholeProgram) {}

    static RooflineLine of(String name, RooflineData data) {
        var kernels = new ArrayList<KernelLine>();
        for (var stage : data.stages()) {
            stage.kernels().forEach(each -> kernels.add(KernelLine.of(stage, each)));
        }
        var whole = data.whole().stream()
                .filter(each -> each.program().isEmpty())
                .findFirst()
                .map(WholeLine::of)
                .orElse(null);
        return new RooflineLine(
                name,
                CeilingLine.of(data.roofs()),
                kernels,
                data.summary(),
                RooflineMeter.verdict(data),
                whole,
                against(data));
    }

    private static @Nullable AgainstLine against(RooflineData data) {
        var first = data.stages().getFirst();
        if (first.version() >= 0) {
            return null;
        }
        var roofs =
                data.otherRoofs().isEmpty() ? data.roofs() : data.otherRoofs().getFirst();
        var whole = data.whole().stream()
                .filter(each -> !each.program().isEmpty())
                .findFirst()
                .map(WholeLine::of)
                .orElse(null);
        return new AgainstLine(first.name(), CeilingLine.of(roofs), whole);
    }
}
