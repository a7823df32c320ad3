package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.Ceilings;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.RooflineMeter;
import org.hloexplorer.app.workbench.RunRequest;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.fusion.gpu.GpuDevice;
import org.hloexplorer.roofline.GpuRoofline;
import org.hloexplorer.roofline.RooflineCsv;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.RooflineMeasurer.Subject;
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
                    + "entered and left the arrays.",
            "With --device=gpu, measures the ceilings of the GPU with small kernels and times the program's by the GPU's own "
                    + "clock; where there is none, estimates times for one by its published figures, and says so.",
            "On the CPU, a second build counts what each kernel does, and the caches are simulated with the memory that it "
                    + "touches; a third run asks for each kernel by itself, as eager frameworks do.",
            "With OTHER, or an option that begins with --against, the same is measured of that too, and stands beside it."
        },
        footer = {
            "%nJSON: file, ceilings[{name, value, unit, source}] (value in flop/s or byte/s), kernels[{stage, name, "
                    + "instructions[], flops, flops_source, transcendentals, bytes, bytes_source, ms, ms_source, intensity, "
                    + "gflops, bound, percent_of_roof, engine, verdict, ceilings[{name, value, unit, source}], launches, "
                    + "analytic{flops, transcendentals, bytes, source}, counted{flops, flops_by_type, integer_operations, "
                    + "comparisons, conversions, transcendentals, flops_in_transcendentals, loaded_bytes, stored_bytes, "
                    + "scratch_loaded_bytes, scratch_stored_bytes}, counting, levels[{level, bytes, intensity, source}], hardware{bytes, source}}], "
                    + "summary, verdict, whole_program{launches, launch_us, kernel_us, eager_us, eager_measured_us, "
                    + "compiled_kernels, compiled_us, compiled_measured_us, text, source}, against{name, ceilings[]}.",
            "%nbound is memory, arithmetic, or none where a figure cannot be and is therefore not drawn."
        })
final class RooflineVerb extends Verb {
    private static final double SVG_WIDTH = 960;
    private static final double SVG_HEIGHT = 600;

    private static final String PROGRAM = "HLO text, sample:NAME, - for standard input, or a dump folder";

    @Parameters(index = "0", paramLabel = "FILE", arity = "1", description = PROGRAM + ".")
    private String file = "";

    @Parameters(index = "1", paramLabel = "OTHER", arity = "0..1", description = PROGRAM + ", to stand beside it.")
    private @Nullable String other;

    @Mixin
    private AgainstOptions against = new AgainstOptions();

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            converter = DeviceChoice.Converter.class,
            description = "cpu, gpu, gpu:N (as hlox machine lists them) or tpu (a simulated one). Default: cpu.")
    private DeviceChoice chosen = new DeviceChoice(DeviceKind.CPU, 0);

    @Option(
            names = "--limits",
            paramLabel = "GPU",
            description =
                    "With --device=gpu, run nothing and estimate for this GPU by its published figures: V100, A100, "
                            + "H100, H200, B200 or MI350. Default where there is no GPU: H100.")
    private @Nullable String limits;

    @Mixin
    private ArrayOptions array = new ArrayOptions();

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Mixin
    private InputOptions inputs = new InputOptions();

    @Mixin
    private ContractionOptions contractions = new ContractionOptions();

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

    RooflineVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws BackendException, IOException {
        var device = chosen.kind();
        for (var each : List.of(device, against.device(device))) {
            if (each == DeviceKind.REFERENCE) {
                throw new VerbException(
                        ExitStatus.NOT_SUPPORTED,
                        "The reference evaluator has no roofs: it is there to be right. Use cpu, gpu or tpu.");
            }
        }
        for (var wanted : Arrays.asList(csv, svg)) {
            if (wanted != null) {
                FileTrouble.checkWritable(wanted);
            }
        }
        // Before the first is measured: what a pipeline usually is depends on the device.
        var changed = against.changed(pipeline);
        if (other == null && !against.isGiven()) {
            report(file, measured(List.of(new Wanted(file, device, pipeline))).getFirst());
            return ExitStatus.FINE;
        }
        var here = new Wanted(file, device, pipeline);
        var there = new Wanted(other == null ? file : other, against.device(device), changed);
        var both = measured(List.of(here, there));
        report(file, both.getFirst().beside(both.getLast(), against.name(other)));
        return ExitStatus.FINE;
    }

    /** A program to measure. */
    private record Wanted(String file, DeviceKind device, PipelineOptions passes) {}

    /** In turns where all are for the CPU, else one after the other. */
    private List<RooflineData> measured(List<Wanted> all) throws BackendException, IOException {
        if (all.stream().allMatch(each -> each.device() == DeviceKind.CPU)) {
            var subjects = new ArrayList<Subject>();
            var options = RunOptions.ONCE;
            for (var each : all) {
                var timeline = timeline(each);
                var request = request(timeline, each);
                subjects.add(new Subject(timeline, request.arguments()));
                options = request.options();
            }
            return onCpu(subjects, options);
        }
        var measured = new ArrayList<RooflineData>();
        for (var each : all) {
            measured.add(measured(each));
        }
        return measured;
    }

    private RooflineData measured(Wanted wanted) throws BackendException, IOException {
        var timeline = timeline(wanted);
        var request = request(timeline, wanted);
        var subjects = List.of(new Subject(timeline, request.arguments()));
        return switch (wanted.device()) {
            case TPU -> onTpu(timeline, request);
            case GPU -> onGpu(subjects, request.options());
            case CPU, REFERENCE -> onCpu(subjects, request.options()).getFirst();
        };
    }

    /** On the GPU that was chosen; by the figures of one where none is there, or where that is asked for. */
    private RooflineData onGpu(List<Subject> subjects, RunOptions options) throws BackendException {
        if (limits != null) {
            return GpuRoofline.estimated(subjects.getFirst().timeline(), limitsOf(limits));
        }
        try (var devices = new Devices()) {
            return new RooflineMeter(devices, new Ceilings(devices, UserFolders.cache()))
                    .measureOnGpu(chosen.number(), subjects, options, Progress.unwatched())
                    .getFirst();
        } catch (BackendException e) {
            if (e.kind() != BackendException.Kind.DEVICE_MISSING) {
                throw e;
            }
            note("%s What follows is estimated.".formatted(e.getMessage()));
            return GpuRoofline.estimated(subjects.getFirst().timeline(), GpuDevice.OPTION.defaultValue());
        }
    }

    private static GpuDevice limitsOf(String name) {
        return GpuDevice.ALL.stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new VerbException(
                        ExitStatus.WRONG_USAGE,
                        "--limits is one of %s, not '%s'."
                                .formatted(
                                        GpuDevice.ALL.stream()
                                                .map(GpuDevice::name)
                                                .collect(Collectors.joining(", ")),
                                        name)));
    }

    private PipelineRun timeline(Wanted wanted) throws IOException {
        if (wanted.device() == DeviceKind.GPU) {
            wanted.passes().usually(Pipelines.named("gpu").orElseThrow());
        }
        if (wanted.device() == DeviceKind.TPU) {
            wanted.passes().usually(Pipelines.named("tpu").orElseThrow());
        }
        return Dumps.isOne(wanted.file())
                ? DumpReading.timeline(wanted.file())
                : wanted.passes().run(module(read(wanted.file())));
    }

    private RunRequest request(PipelineRun timeline, Wanted wanted) {
        return inputs.request(timeline.input(), wanted.device(), repeat, threads, false);
    }

    private List<RooflineData> onCpu(List<Subject> subjects, RunOptions options) throws BackendException, IOException {
        try (var devices = new Devices()) {
            contractions.applyTo(devices, DeviceKind.CPU);
            return new RooflineMeter(devices, new Ceilings(devices, UserFolders.cache()))
                    .measure(subjects, options, Progress.unwatched());
        }
    }

    private RooflineData onTpu(PipelineRun timeline, RunRequest request) throws BackendException {
        try {
            return RooflineMeter.measure(
                    timeline, array.withClock(), request.arguments(), request.options(), Progress.unwatched());
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.NOT_SUPPORTED, PipelineOptions.sentence(e), e);
        }
    }

    private void report(String name, RooflineData data) throws IOException {
        if (isJson()) {
            write(RooflineLine.of(name, data));
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
}
