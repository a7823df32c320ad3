package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.Ceilings;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.RooflineMeter;
import org.hloexplorer.app.workbench.RunRequest;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineCsv;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Stage;
import org.hloexplorer.roofline.view.RooflineSvg;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox roofline}: what limits the kernels of a program. */
@Command(
        name = "roofline",
        description = {
            "Runs a program on the CPU before and after fusion, times its kernels and holds them against what this machine "
                    + "can do at most.",
            "The ceilings are measured the first time and kept; hlox machine --refresh measures them again.",
            "With --device=tpu, simulates a chip and holds the products of the compiled program against its published roofs, "
                    + "each three times: by the bytes that the model counts, by those moved from and to HBM, and by those that "
                    + "entered and left the arrays."
        },
        footer = {
            "%nJSON: file, ceilings[{name, value, unit, source}] (value in flop/s or byte/s), kernels[{stage, name, "
                    + "instructions[], flops, flops_source, transcendentals, bytes, bytes_source, ms, ms_source, intensity, "
                    + "gflops, bound, percent_of_roof, engine, verdict, ceilings[{name, value, unit, source}]}], summary, verdict.",
            "%nbound is memory, arithmetic, or none where a figure cannot be and is therefore not drawn."
        })
final class RooflineVerb extends Verb {
    private static final double SVG_WIDTH = 960;
    private static final double SVG_HEIGHT = 600;

    @Parameters(paramLabel = "FILE", arity = "1", description = "HLO text, sample:NAME, or - for standard input.")
    private String file = "";

    @Option(names = "--device", paramLabel = "DEVICE", description = "cpu, or tpu (a simulated one). Default: cpu.")
    private DeviceKind device = DeviceKind.CPU;

    @Mixin
    private ArrayOptions array = new ArrayOptions();

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Mixin
    private InputOptions inputs = new InputOptions();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Time N runs, after one that is not timed. Default: 20.")
    private int repeat = 20;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to run on. Default: all processors.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Also write the kernels there, as comma-separated values.")
    private @Nullable Path csv;

    @Option(names = "--svg", paramLabel = "FILE", description = "Also write the chart there, as an SVG picture.")
    private @Nullable Path svg;

    /** A ceiling as JSON. */
    record CeilingLine(String name, double value, String unit, String source) {
        static CeilingLine of(Roof roof) {
            var unit = roof.kind() == Roof.Kind.ARITHMETIC ? "flop/s" : "byte/s";
            return new CeilingLine(roof.name(), roof.value(), unit, roof.source());
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
            List<CeilingLine> ceilings) {
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
                    kernel.ceilings().stream().map(CeilingLine::of).toList());
        }

        private static String bound(Placement placement) {
            return switch (placement) {
                case Placement.Plotted plotted -> plotted.bound().name().toLowerCase(Locale.ROOT);
                case Placement.MovesData _ -> "memory";
                case Placement.Refused _ -> "none";
            };
        }
    }

    /** The line that is written. */
    record Measured(
            String file, List<CeilingLine> ceilings, List<KernelLine> kernels, String summary, String verdict) {}

    RooflineVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws BackendException, IOException {
        if (device != DeviceKind.CPU && device != DeviceKind.TPU) {
            throw new VerbException(
                    ExitStatus.NOT_SUPPORTED,
                    "Rooflines are measured on the CPU and on simulated TPUs in this version, not on %s."
                            .formatted(device.text()));
        }
        for (var wanted : Arrays.asList(csv, svg)) {
            if (wanted != null) {
                FileTrouble.checkWritable(wanted);
            }
        }
        var source = read(file);
        var module = module(source);
        var request = inputs.request(module, device, repeat, threads, false);
        report(source.name(), device == DeviceKind.TPU ? onTpu(module, request) : onCpu(module, request));
        return ExitStatus.FINE;
    }

    private RooflineData onCpu(HloModule module, RunRequest request) throws BackendException, IOException {
        try (var devices = new Devices()) {
            return new RooflineMeter(devices, new Ceilings(devices, UserFolders.cache()))
                    .measure(pipeline.run(module), request.arguments(), request.options(), Progress.unwatched());
        }
    }

    private RooflineData onTpu(HloModule module, RunRequest request) throws BackendException {
        pipeline.usually(Pipelines.named("tpu").orElseThrow());
        try {
            return RooflineMeter.measure(
                    pipeline.run(module), array.config(), request.arguments(), request.options(), Progress.unwatched());
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.NOT_SUPPORTED, PipelineOptions.sentence(e), e);
        }
    }

    private void report(String name, RooflineData data) throws IOException {
        if (isJson()) {
            write(line(name, data));
        } else {
            printText(RooflineText.of(data));
        }
        if (csv != null) {
            Files.writeString(csv, RooflineCsv.of(data));
            note("wrote " + csv);
        }
        if (svg != null) {
            Files.writeString(svg, RooflineSvg.of(data, SVG_WIDTH, SVG_HEIGHT));
            note("wrote " + svg);
        }
    }

    private static Measured line(String name, RooflineData data) {
        var kernels = new ArrayList<KernelLine>();
        for (var stage : data.stages()) {
            stage.kernels().forEach(each -> kernels.add(KernelLine.of(stage, each)));
        }
        var ceilings = Stream.concat(data.roofs().arithmetic().stream(), data.roofs().memory().stream())
                .map(CeilingLine::of)
                .toList();
        return new Measured(name, ceilings, kernels, data.summary(), RooflineMeter.verdict(data));
    }
}
