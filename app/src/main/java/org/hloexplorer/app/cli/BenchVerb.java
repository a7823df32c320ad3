package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hloexplorer.app.cli.BenchBaseline.Change;
import org.hloexplorer.app.cli.BenchBaseline.Measured;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.cpu.CompileCache;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox bench}: compile and run times of whole programs, against those of an earlier time. */
@Command(
        name = "bench",
        description = {
            "Compiles programs with a pipeline, times them on a device, and compares with what was saved before.",
            "A time is the least of the repeats, as others' work on the machine can only add to it.",
            "A program is compiled once it can run. What runs then is quick code in part, until O3 is done with the rest, "
                    + "which is named beside it; the best code is what is timed."
        },
        footer = {
            "%nJSON: file, device, pipeline, threads, repeat, passes_ms, compile_ms, optimize_ms, min_ms, median_ms, kernels, chains, fallbacks, "
                    + "memory_bytes, change{compile, run, kernels, memory} in percent.",
            "%nJSON of --beside: file, left{name, kernels, bytes, estimated_ms, median_ms, low_ms, high_ms}, right{...}, "
                    + "estimated_source, noise_low, noise_high, within_noise, rounds, outputs_agree, verdict.",
            "%nExit status 1 where a run time, a number of kernels or the memory grew by more than --fail-above."
        })
final class BenchVerb extends Verb {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "HLO text, or sample:NAME.")
    private List<String> files = List.of();

    @Option(names = "--device", paramLabel = "DEVICE", description = "reference, cpu, gpu or tpu. Default: cpu.")
    private DeviceKind device = DeviceKind.CPU;

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Mixin
    private InputOptions inputs = new InputOptions();

    @Mixin
    private RepeatOptions repeats = new RepeatOptions();

    @Mixin
    private ContractionOptions contractions = new ContractionOptions();

    @Option(names = "--save", paramLabel = "BASE.json", description = "Write what was measured there.")
    private @Nullable Path save;

    @Option(names = "--baseline", paramLabel = "BASE.json", description = "Print the change since this was saved.")
    private @Nullable Path baseline;

    @Option(
            names = "--fail-above",
            paramLabel = "P%",
            description = "End with status 1 where a figure but the compile time grew by more than P percent.")
    private String failAbove = "";

    @Option(
            names = "--beside",
            paramLabel = "SETTINGS",
            description =
                    "Instead, run each program in turns with itself compiled otherwise, and say which is faster. SETTINGS "
                            + "are options of a pipeline without their dashes: "
                            + "--beside='pipeline=cpu set=fusion.max-copies=0'.")
    private @Nullable String beside;

    BenchVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws BackendException, IOException {
        if (beside != null) {
            return compareSettings(beside);
        }
        double most = mostGrowth();
        var before = baseline == null ? BenchBaseline.NONE : BenchBaseline.read(baseline);
        List<Measured> measured = new ArrayList<>();
        List<String> grown = new ArrayList<>();
        // Compile times are those of a first compilation.
        try (var devices = new Devices(CompileCache.none())) {
            contractions.applyTo(devices, device);
            devices.warmUp(device);
            for (var file : files) {
                var now = measure(devices.backend(device), file);
                var change = before.change(now);
                report(now.with(change));
                measured.add(now);
                if (change != null && change.worst() > most) {
                    grown.add("%s grew by %.1f %%".formatted(now.file(), change.worst()));
                }
            }
        }
        if (save != null) {
            BenchBaseline.write(save, measured);
            note("wrote " + save);
        }
        grown.forEach(this::note);
        return grown.isEmpty() ? ExitStatus.FINE : ExitStatus.FINDING;
    }

    private ExitStatus compareSettings(String options) throws BackendException, IOException {
        var others = PipelineOptions.parse(options);
        boolean areEqual = true;
        try (var devices = new Devices()) {
            contractions.applyTo(devices, device);
            for (var file : files) {
                var source = read(file);
                var measured = Beside.measure(
                        source.name(),
                        new Beside.Compiled(options.strip(), compiled(others, source)),
                        new Beside.Compiled(pipeline.text(), compiled(pipeline, source)),
                        devices.backend(device));
                areEqual &= measured.outputsAgree();
                if (isJson()) {
                    write(measured);
                } else {
                    print(source.name());
                    measured.lines().forEach(line -> print("  " + line));
                }
            }
        }
        return areEqual ? ExitStatus.FINE : ExitStatus.FINDING;
    }

    private HloModule compiled(PipelineOptions options, ProgramSource source) {
        var original = module(source);
        return options.isNone() ? original : options.run(original).output();
    }

    private double mostGrowth() {
        if (failAbove.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            return Double.parseDouble(failAbove.replaceFirst("%$", ""));
        } catch (NumberFormatException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "--fail-above takes a percentage such as 5%%, not '%s'.".formatted(failAbove),
                    e);
        }
    }

    private Measured measure(Backend backend, String file) throws BackendException {
        var source = read(file);
        var original = module(source);
        long start = System.nanoTime();
        var compiled = pipeline.isNone() ? original : pipeline.run(original).output();
        double passesMs = (System.nanoTime() - start) / 1e6;
        var request = inputs.request(original, device, repeats.repeat(), repeats.threads(), false);
        try (var executable = backend.compile(compiled, new Cancellation())) {
            var optimizing = executable.awaitOptimized(new Cancellation());
            var profile = executable
                    .run(request.arguments(), request.options(), new Cancellation())
                    .profile();
            return new Measured(
                    source.name(),
                    device.text(),
                    pipeline.text(),
                    profile.threads(),
                    profile.whole().runs(),
                    passesMs,
                    executable.compileTime().toNanos() / 1e6,
                    optimizing.toNanos() / 1e6,
                    profile.whole().minNanos() / 1e6,
                    profile.whole().medianMillis(),
                    KernelDescription.count(executable.kernels()),
                    (int) executable.kernels().stream()
                            .filter(each -> each.joined() > 1)
                            .count(),
                    (int) executable.kernels().stream()
                            .filter(kernel -> kernel.fallback() != null)
                            .count(),
                    executable.memoryBytes().orElse(0),
                    null);
        }
    }

    private void report(Measured measured) {
        if (isJson()) {
            write(measured);
            return;
        }
        print(String.format(
                Locale.ROOT,
                "%-32s %d threads  %10.4f ms%s least, %10.4f ms median of %d  %4d kernels%s%s%s  %,d bytes%s  compiled in %.0f ms%s%s",
                measured.file(),
                measured.threads(),
                measured.minMs(),
                percent(measured.change(), Change::run),
                measured.medianMs(),
                measured.repeat(),
                measured.kernels(),
                percent(measured.change(), Change::kernels),
                measured.chains() == 0
                        ? ""
                        : " in %d chain%s".formatted(measured.chains(), measured.chains() == 1 ? "" : "s"),
                measured.fallbacks() == 0 ? "" : ", %d by the reference evaluator".formatted(measured.fallbacks()),
                measured.memoryBytes(),
                percent(measured.change(), Change::memory),
                measured.compileMs(),
                percent(measured.change(), Change::compile),
                measured.optimizeMs() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", by O3 in a further %.0f ms", measured.optimizeMs())));
    }

    /** One figure of a change. */
    private interface Figure {
        double of(Change change);
    }

    private static String percent(@Nullable Change change, Figure figure) {
        return change == null ? "" : String.format(Locale.ROOT, " (%+.1f %%)", figure.of(change));
    }
}
