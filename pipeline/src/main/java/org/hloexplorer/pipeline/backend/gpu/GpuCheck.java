package org.hloexplorer.pipeline.backend.gpu;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.driver.GpuDevice;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.worker.DeviceBuild;
import org.hloexplorer.pipeline.worker.DeviceSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * Runs prepared programs on an NVIDIA GPU, checks their results, and prints a table of what was reached beside what the
 * device was seen to reach at most.
 */
public final class GpuCheck {
    static final int FINE = 0;
    static final int FAULTS = 1;
    static final int NO_DEVICE = 3;

    private static final Duration ALL = Duration.ofSeconds(220);
    private static final Duration ONE = Duration.ofSeconds(40);
    private static final int REPEATS = 20;

    private final Worker worker;
    private final Path folder;
    private final PrintStream out;
    private final long start = System.nanoTime();

    GpuCheck(Worker worker, Path folder, PrintStream out) {
        this.worker = worker;
        this.folder = folder;
        this.out = out;
    }

    /** @param arguments the folder with the programs */
    public static void main(String[] arguments) throws IOException {
        int status;
        try (var worker = new Worker()) {
            status = new GpuCheck(worker, Path.of(arguments[0]), System.out).run();
        }
        System.exit(status);
    }

    /** The exit status. */
    int run() throws IOException {
        var report = worker.devices();
        var device = report.devices().stream()
                .filter(each -> each.api() == GpuDevice.Api.CUDA)
                .findFirst();
        if (device.isEmpty()) {
            out.printf("No NVIDIA GPU to check: %s.%n", String.join(", ", report.findings()));
            return NO_DEVICE;
        }
        return run(device.get());
    }

    private int run(GpuDevice device) throws IOException {
        out.println(device.description());
        var ceilings = ceilings(device);
        if (ceilings.isEmpty()) {
            return FAULTS;
        }
        out.printf(
                Locale.ROOT,
                "measured ceilings: %.0f GB/s (reading and writing 256 MiB each), %.0f GFLOP/s (f32 multiply-add)%n%n",
                ceilings.get().bytesPerSecond() / 1e9,
                ceilings.get().flopsPerSecond() / 1e9);
        out.printf(
                "%-24s %7s %11s %10s %6s %12s %6s  %s%n",
                "program", "kernels", "ms", "GB/s", "%", "GFLOP/s", "%", "results");
        boolean isFine = true;
        for (var file : programs()) {
            if (System.nanoTime() - start > ALL.toNanos()) {
                out.printf("%s: not run, as %d s are over%n", file.getFileName(), ALL.toSeconds());
                isFine = false;
            } else {
                isFine &= check(device, PreparedProgram.read(file), ceilings.get());
            }
        }
        out.printf(Locale.ROOT, "%nall of it took %.0f s%n", (System.nanoTime() - start) / 1e9);
        return isFine ? FINE : FAULTS;
    }

    private List<Path> programs() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(PreparedProgram.SUFFIX))
                    .filter(file -> !file.getFileName().toString().startsWith("bandwidth-ceiling"))
                    .sorted()
                    .toList();
        }
    }

    private Optional<DeviceCeilings> ceilings(GpuDevice device) throws IOException {
        var copying = PreparedProgram.read(folder.resolve("bandwidth-ceiling" + PreparedProgram.SUFFIX));
        try {
            var kernels =
                    GpuCompiler.kernels(HloParser.parseOrThrow(copying.hlo()), WorkGroups.COMMON, copying.excluded());
            var shape = LaunchShape.of(kernels.kernel(0), WorkGroups.COMMON);
            return Optional.of(DeviceCeilings.measure(
                    worker, device.number(), copying.kernels().getFirst(), shape.groups(), shape.groupSize()));
        } catch (WorkerException | BackendException e) {
            out.printf("the device's ceilings cannot be measured: %s%n", e.getMessage());
            return Optional.empty();
        }
    }

    /** Whether the program ran with the results that are expected. */
    private boolean check(GpuDevice device, PreparedProgram prepared, DeviceCeilings ceilings) {
        try {
            var module = HloParser.parseOrThrow(prepared.hlo());
            try (var executable = load(device, prepared, module)) {
                var result = executable.run(
                        GeneratedInputs.of(module, GpuCheckPreparation.SEED),
                        new RunOptions(REPEATS, 1, ONE),
                        new Cancellation());
                var faults =
                        faults(prepared, ExpectedArray.arrays(result.output()).toList());
                double seconds = result.profile().whole().medianNanos() / 1e9;
                print(prepared, seconds, ceilings, faults);
                return faults.isEmpty();
            }
        } catch (WorkerException | BackendException e) {
            out.printf("%-24s did not run: %s%n", prepared.name(), e.getMessage());
            return false;
        }
    }

    private Executable load(GpuDevice device, PreparedProgram prepared, HloModule module) throws BackendException {
        long begin = System.nanoTime();
        var kernels = GpuCompiler.kernels(module, WorkGroups.COMMON, prepared.excluded());
        var source = new DeviceSource(device.number(), "", prepared.kernels(), "");
        List<DeviceBuild.Built> builds = new ArrayList<>();
        for (var outcome : source.kernels().isEmpty() ? List.<DeviceBuild>of() : worker.build(source, Limit.of(ONE))) {
            switch (outcome) {
                case DeviceBuild.Built built -> builds.add(built);
                case DeviceBuild.Refused(var log) ->
                    throw new BackendException(
                            BackendException.Kind.FAILED, "the driver's compiler refuses a kernel: " + log.strip());
            }
        }
        var time = Duration.ofNanos(System.nanoTime() - begin);
        var program = new GpuProgram(kernels.plan(), kernels, source, builds, WorkGroups.COMMON, time);
        return GpuExecutable.load(worker, device, module, program);
    }

    private static List<String> faults(PreparedProgram prepared, List<Literal> arrays) {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < prepared.results().size(); i++) {
            int number = i;
            prepared.results()
                    .get(i)
                    .fault(arrays.get(i))
                    .ifPresent(fault -> faults.add(
                            prepared.results().size() == 1 ? fault : "result %d: %s".formatted(number, fault)));
        }
        return faults;
    }

    private void print(PreparedProgram prepared, double seconds, DeviceCeilings ceilings, List<String> faults) {
        double bandwidth = prepared.bytes() / seconds;
        double flops = prepared.flops() / seconds;
        out.printf(
                Locale.ROOT,
                "%-24s %7d %11.4f %10.1f %6.1f %12.1f %6.1f  %s%s%n",
                prepared.name(),
                prepared.kernels().size(),
                1e3 * seconds,
                bandwidth / 1e9,
                100 * bandwidth / ceilings.bytesPerSecond(),
                flops / 1e9,
                100 * flops / ceilings.flopsPerSecond(),
                faults.isEmpty() ? "as expected" : "WRONG: " + faults.getFirst(),
                prepared.excluded().isEmpty()
                        ? ""
                        : "; %d steps by the reference evaluator"
                                .formatted(prepared.excluded().size()));
    }
}
