package org.hloexplorer.app.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.app.workbench.Ceilings;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.cpu.Ceiling;
import org.hloexplorer.roofline.RoofCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hlox machine}: what programs can run on here, and how fast at most. */
@Command(
        name = "machine",
        description = {
            "Lists the devices found, with reasons for those not found, and what the processor can do at most.",
            "The ceilings are measured the first time, in some seconds, and kept."
        },
        footer =
                "%nJSON: devices[{kind, number, name, available, reason}], ceilings[{name, value, unit, threads, spread, source}], checks[{kernel, rate, "
                        + "roof, roof_value, fraction, spread, holds}] with --check, else null.")
final class MachineVerb extends Verb {
    private static final int CHECK_RUNS = 15;
    private static final Duration CHECK_TIME = Duration.ofMinutes(2);

    @Option(names = "--refresh", description = "Measure the ceilings again; the higher of both counts.")
    private boolean refresh;

    @Option(
            names = "--check",
            description =
                    "Also run kernels whose limit is known on one thread, STREAM's four and a product of matrices, and "
                            + "hold them against the ceilings; exit status 1 where one does not reach its own. Wants a quiet machine.")
    private boolean check;

    /** A kernel held against its roof, as JSON. */
    record CheckLine(
            String kernel, double rate, String roof, double roofValue, double fraction, double spread, boolean holds) {
        static CheckLine of(RoofCheck.Result result) {
            return new CheckLine(
                    result.kernel(),
                    result.rate(),
                    result.roof().name(),
                    result.roof().value(),
                    result.fraction(),
                    result.roof().spread(),
                    result.holds());
        }
    }

    /** A device as JSON. */
    record Device(
            String kind,
            int number,
            String name,
            boolean available,
            @Nullable String reason) {
        static Device of(DeviceDescription device) {
            return new Device(
                    device.kind().text(), device.number(), device.name(), device.isAvailable(), device.missing());
        }
    }

    /** A ceiling as JSON. */
    record CeilingLine(String name, double value, String unit, int threads, double spread, String source) {
        static CeilingLine of(Ceiling ceiling) {
            return new CeilingLine(
                    ceiling.name(),
                    ceiling.value(),
                    ceiling.kind().unit(),
                    ceiling.threads(),
                    ceiling.spread(),
                    ceiling.source());
        }
    }

    /** The line that is written. */
    record Machine(
            List<Device> devices,
            List<CeilingLine> ceilings,
            @Nullable List<CheckLine> checks) {}

    MachineVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws IOException, BackendException {
        try (var devices = new Devices()) {
            var machine = describe(devices);
            var results = check ? check(devices) : null;
            if (isJson()) {
                var lines = results == null
                        ? null
                        : results.stream().map(CheckLine::of).toList();
                write(new Machine(machine.devices(), machine.ceilings(), lines));
            } else {
                machine.devices().forEach(this::print);
                machine.ceilings().forEach(this::print);
                Optional.ofNullable(results).ifPresent(all -> all.forEach(each -> print(each.toText())));
            }
            return results != null && !results.stream().allMatch(RoofCheck.Result::holds)
                    ? ExitStatus.FINDING
                    : ExitStatus.FINE;
        }
    }

    private static List<RoofCheck.Result> check(Devices devices) throws IOException, BackendException {
        var roofs = Ceilings.roofs(new Ceilings(devices, UserFolders.cache()).get(Progress.unwatched()), 1);
        var options = new RunOptions(CHECK_RUNS, 1, CHECK_TIME);
        return new RoofCheck(devices.cpuKernelByKernel(), roofs, options).run(new Cancellation());
    }

    private Machine describe(Devices devices) throws IOException {
        var found = devices.findings().stream().map(Device::of).toList();
        boolean hasProcessor = found.stream().anyMatch(each -> each.kind().equals("cpu") && each.available());
        return new Machine(found, hasProcessor ? ceilings(devices) : List.of(), null);
    }

    private List<CeilingLine> ceilings(Devices devices) throws IOException {
        var ceilings = new Ceilings(devices, UserFolders.cache());
        var measured = refresh ? ceilings.refresh(Progress.unwatched()) : ceilings.get(Progress.unwatched());
        return measured.ceilings().stream().map(CeilingLine::of).toList();
    }

    private void print(Device device) {
        boolean isNumbered = device.kind().equals("gpu") && device.available();
        var kind = isNumbered ? "gpu %d".formatted(device.number()) : device.kind();
        print("%-9s  %s".formatted(kind, device.reason() == null ? device.name() : device.reason()));
    }

    private void print(CeilingLine ceiling) {
        print("%-34s  %,9.2f %s  (%s; spread %.0f%%)"
                .formatted(ceiling.name(), ceiling.value(), ceiling.unit(), ceiling.source(), ceiling.spread() * 100));
    }
}
