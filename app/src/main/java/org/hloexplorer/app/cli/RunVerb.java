package org.hloexplorer.app.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.app.workbench.DeviceRun;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.OutputSummary;
import org.hloexplorer.app.workbench.ProgramRunner;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.ReferenceComparison;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.ArrayComparison;
import org.hloexplorer.hlo.eval.Npy;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Transfers;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.cpu.CpuExecutable;
import org.hloexplorer.pipeline.backend.cpu.ExecutableFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox run}: a program on a device. */
@Command(
        name = "run",
        description = {
            "Compiles a module with a pipeline, runs it on a device and prints its outputs.",
            "The reference simulates the devices of a module for several replicas or partitions; all get the same inputs.",
            "A snapshot is run on the inputs it holds, and compared with the result it holds, unless a --seed is named.",
            "What the device cannot run itself, the reference evaluator does; each such kernel is named with the reason.",
            "A file that --save-executable wrote is run without passes and without compiling, on the machine it was made for."
        },
        footer = {
            "%nJSON: file, device, seed, inputs, compile_ms, repeat, median_ms, min_ms, outputs[{dtype, shape, nonfinite, sum, "
                    + "abs_sum, first[]}], engine, threads, time_source, transfers{bytes_in, ms_in, bytes_out, ms_out} of a "
                    + "GPU, kernels, chains, fallbacks[{instruction, reason}], remarks[{kernel, engine, remark}], compare{ok, max_abs, max_rel, tolerance, reference}, "
                    + "recorded{the same, for a snapshot's result}.",
            "%nExit status 1 where the outputs leave the reference or the recorded result, 3 where the device is missing, "
                    + "4 where the program needs "
                    + "something not supported."
        })
final class RunVerb extends Verb {

    @Parameters(paramLabel = "FILE", arity = "1", description = "A program, sample:NAME, or - for standard input.")
    private String file = "";

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            converter = DeviceChoice.Converter.class,
            description = "reference, cpu, gpu or tpu (a simulated one). Default: cpu.")
    private DeviceChoice chosen = new DeviceChoice(DeviceKind.CPU, 0);

    @Option(
            names = "--gpu",
            paramLabel = "N",
            description = "Which of the GPUs that hlox machine lists; --device=gpu:N says the same. Default: 0.")
    private int gpu;

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Mixin
    private InputOptions inputs = new InputOptions();

    @Mixin
    private RepeatOptions repeats = new RepeatOptions();

    @Mixin
    private ContractionOptions contractions = new ContractionOptions();

    @Option(
            names = "--compare",
            paramLabel = "reference",
            description = "Compare the outputs, element by element, with those of the reference evaluator.")
    private @Nullable Comparand compare;

    @Option(names = "--first", paramLabel = "N", description = "Print the first N elements. Default: 8.")
    private int first = 8;

    @Option(names = "--out", paramLabel = "DIR", description = "Write the outputs there as out0.npy, out1.npy …")
    private @Nullable Path out;

    @Option(
            names = "--save-executable",
            paramLabel = "F",
            description = "Write the compiled program there as well, for a later hlox run F. On the cpu only.")
    private @Nullable Path executable;

    /** What outputs can be compared with. */
    enum Comparand {
        REFERENCE
    }

    /** A kernel that something else than the device runs. */
    record Fallback(String instruction, String reason) {}

    /** What there is to say of a kernel besides. */
    record Remark(String kernel, String engine, String remark) {}

    /** Copies to a device and back, by its own clock. */
    record Transferred(long bytesIn, double msIn, long bytesOut, double msOut) {
        static @Nullable Transferred of(@Nullable Transfers transfers) {
            return transfers == null
                    ? null
                    : new Transferred(
                            transfers.bytesIn(),
                            transfers.nanosIn() / 1e6,
                            transfers.bytesOut(),
                            transfers.nanosOut() / 1e6);
        }
    }

    /** How the outputs compare; the largest differences of all of them. */
    record Compared(boolean ok, double maxAbs, double maxRel, String tolerance, String reference) {
        static @Nullable Compared of(@Nullable ReferenceComparison comparison) {
            if (comparison == null) {
                return null;
            }
            var found = comparison.comparison();
            var tolerance = found.arrays().stream()
                    .map(ArrayComparison::tolerance)
                    .map(each -> each.toText())
                    .distinct()
                    .toList();
            return new Compared(
                    found.agrees(),
                    found.maxAbsolute(),
                    found.maxRelative(),
                    String.join("; ", tolerance),
                    comparison.reference());
        }
    }

    /** The line that is written. */
    record Ran(
            String file,
            String device,
            long seed,
            String inputs,
            double compileMs,
            int repeat,
            double medianMs,
            double minMs,
            List<OutputSummary> outputs,
            String engine,
            int threads,
            String timeSource,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Transferred transfers,

            int kernels,
            int chains,
            List<Fallback> fallbacks,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Remark> remarks,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Compared compare,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Compared recorded) {}

    RunVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws BackendException, IOException {
        if (first < 0) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "--first takes a number from 0 on, not %d.".formatted(first));
        }
        if (out != null) {
            FileTrouble.checkFolder(out);
        }
        var saved = Sources.path(file).filter(ExecutableFile::isOne);
        return saved.isPresent() ? performSaved(saved.get()) : performCompiled();
    }

    private ExitStatus performCompiled() throws BackendException, IOException {
        var device = chosen.numbered(gpu);
        checkSaving(device.kind());
        var source = read(file);
        try (var devices = new Devices()) {
            contractions.applyTo(devices, device.kind());
            devices.warmUp(device.kind());
            var original = module(source);
            var compiled = pipeline.isNone() ? original : pipeline.run(original).output();
            var recording = recording(source);
            var request = inputs.request(
                    original, recording, device.kind(), repeats.repeat(), repeats.threads(), compare != null);
            var backend = devices.backend(device.kind(), device.number());
            try (var program = backend.compile(compiled, new Cancellation())) {
                if (executable != null && program instanceof CpuExecutable code) {
                    code.save(original, executable);
                    note("wrote " + executable);
                }
                var run = new ProgramRunner(backend).run(original, program, request, Progress.unwatched());
                return report(source.name(), inputs.description(recording), run);
            }
        }
    }

    private void checkSaving(DeviceKind device) {
        if (executable == null) {
            return;
        }
        if (device != DeviceKind.CPU) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "--save-executable keeps machine code, which there is for the cpu only, not for %s."
                            .formatted(device.text()));
        }
        FileTrouble.checkWritable(executable);
    }

    /** Runs a program that was compiled another time. */
    private ExitStatus performSaved(Path saved) throws BackendException, IOException {
        if (executable != null
                || pipeline.isGiven()
                || contractions.isGiven()
                || chosen.numbered(gpu).kind() != DeviceKind.CPU) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "%s is compiled already, for the cpu: it takes no pipeline, no --dot, no other device and no --save-executable."
                            .formatted(file));
        }
        try (var devices = new Devices();
                var program = devices.load(saved)) {
            var request = inputs.request(
                    program.original(),
                    Optional.empty(),
                    DeviceKind.CPU,
                    repeats.repeat(),
                    repeats.threads(),
                    compare != null);
            var runner = new ProgramRunner(devices.backend(DeviceKind.CPU));
            var run = runner.run(program.original(), program, request, Progress.unwatched());
            return report(file, inputs.description(Optional.empty()), run);
        }
    }

    private ExitStatus report(String name, String given, DeviceRun run) throws IOException {
        if (isJson()) {
            write(line(name, given, run));
        } else {
            printText(RunText.of(name, given, run, first));
        }
        if (out != null) {
            save(run, out);
        }
        return run.agrees() ? ExitStatus.FINE : ExitStatus.FINDING;
    }

    private Ran line(String name, String given, DeviceRun run) {
        var profile = run.result().profile();
        return new Ran(
                name,
                run.device().kind().text(),
                run.seed(),
                given,
                run.compileTime().toNanos() / 1e6,
                profile.whole().runs(),
                profile.whole().medianMillis(),
                profile.whole().minNanos() / 1e6,
                OutputSummary.of(run.result().output(), first),
                run.engine(),
                profile.threads(),
                profile.source(),
                Transferred.of(profile.transfers()),
                KernelDescription.count(run.kernels()),
                (int) run.kernels().stream().filter(each -> each.joined() > 1).count(),
                run.fallbacks().stream()
                        .map(kernel -> new Fallback(
                                name(run.module(), kernel.instruction()), String.valueOf(kernel.fallback())))
                        .toList(),
                run.kernels().stream()
                        .filter(kernel -> kernel.remark() != null)
                        .map(kernel -> new Remark(kernel.name(), kernel.engine(), String.valueOf(kernel.remark())))
                        .toList(),
                Compared.of(run.comparison()),
                Compared.of(run.recorded()));
    }

    private static String name(HloModule module, int instruction) {
        return module.findInstruction(instruction).map(each -> each.name()).orElse("#" + instruction);
    }

    private void save(DeviceRun run, Path folder) throws IOException {
        Files.createDirectories(folder);
        var leaves = OutputSummary.leaves(run.result().output());
        for (int i = 0; i < leaves.size(); i++) {
            var file = folder.resolve("out" + i + ".npy");
            Npy.write(leaves.get(i), file);
            note("wrote " + file);
        }
    }
}
