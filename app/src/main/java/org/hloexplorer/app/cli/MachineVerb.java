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
import org.hloexplorer.pipeline.backend.cpu.CacheSize;
import org.hloexplorer.pipeline.backend.cpu.Ceiling;
import org.hloexplorer.pipeline.backend.cpu.Turns;
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
                "%nJSON: devices[{kind, number, name, available, reason}], caches[{name, system_bytes, probed_bytes, agree, text}], ceilings[{name, value, unit, threads, spread, source}], checks[{kernel, rate, "
                        + "roof, roof_value, fraction, fraction_spread, spread, holds, fractions[], source}] with --check, else null.")
final class MachineVerb extends Verb {
    private static final int CHECK_ROUNDS = 25;
    private static final Duration CHECK_TIME = Duration.ofMinutes(2);

    @Option(names = "--refresh", description = "Measure the ceilings again; the higher of both counts.")
    private boolean refresh;

    @Option(
            names = "--check",
            description =
                    "Also run kernels whose limit is known on one thread, STREAM's four and a product of matrices, each in "
                            + "turns with the kernel that makes its ceiling; exit status 1 where one does not reach it.")
    private boolean check;

    /**
     * A kernel held against its roof, as JSON.
     *
     * @param rate median
     * @param fractions of the roof, round by round
     */
    record CheckLine(
            String kernel,
            double rate,
            String roof,
            double roofValue,
            double fraction,
            double fractionSpread,
            double spread,
            boolean holds,
            List<Double> fractions,
            String source) {
        static CheckLine of(RoofCheck.Result result) {
            return new CheckLine(
                    result.kernel(),
                    result.rate().median(),
                    result.roof(),
                    result.roofRate().median(),
                    result.fraction().median(),
                    result.fraction().spread(),
                    result.roofRate().spread(),
                    result.holds(),
                    result.fractions(),
                    Turns.CLOCK);
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

    /** A cache as JSON; a size that is not known is null. */
    record CacheLine(
            String name,
            @Nullable Long systemBytes,
            @Nullable Long probedBytes,
            boolean agree,
            String text) {
        static CacheLine of(CacheSize cache) {
            return new CacheLine(
                    cache.name(),
                    cache.told().isPresent() ? cache.told().getAsLong() : null,
                    cache.probed().isPresent() ? cache.probed().getAsLong() : null,
                    cache.agrees(),
                    cache.toText());
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
            List<CacheLine> caches,
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
                write(new Machine(machine.devices(), machine.caches(), machine.ceilings(), lines));
            } else {
                machine.devices().forEach(this::print);
                machine.caches().forEach(each -> print(each.text()));
                machine.ceilings().forEach(this::print);
                missing(machine).ifPresent(this::print);
                Optional.ofNullable(results).ifPresent(this::print);
            }
            return results != null && !results.stream().allMatch(RoofCheck.Result::holds)
                    ? ExitStatus.FINDING
                    : ExitStatus.FINE;
        }
    }

    /** What a processor without an instruction for bf16 does instead. */
    private Optional<String> missing(Machine machine) {
        boolean isMeasured =
                machine.ceilings().stream().anyMatch(each -> each.name().contains("bf16"));
        return isMeasured || machine.ceilings().isEmpty()
                ? Optional.empty()
                : Optional.of("bf16: no figure, as this processor has no AVX-512 BF16; programs compute it in f32");
    }

    private static List<RoofCheck.Result> check(Devices devices) throws BackendException {
        var turns = new Turns(devices.worker(), CHECK_ROUNDS);
        return new RoofCheck(devices.cpuKernelByKernel(), turns, CHECK_TIME).run(new Cancellation());
    }

    private void print(List<RoofCheck.Result> results) {
        print("%nIn turns with their roofs, GFLOP/s or GB/s with what is fetched before it is written (%s):"
                .formatted(Turns.CLOCK));
        for (var result : results) {
            print("%n%s".formatted(result.kernel()));
            result.table().forEach(this::print);
        }
        print("");
        results.forEach(each -> print(each.toText()));
    }

    private Machine describe(Devices devices) throws IOException {
        var found = devices.findings().stream().map(Device::of).toList();
        boolean hasProcessor = found.stream().anyMatch(each -> each.kind().equals("cpu") && each.available());
        if (!hasProcessor) {
            return new Machine(found, List.of(), List.of(), null);
        }
        var ceilings = new Ceilings(devices, UserFolders.cache());
        var measured = refresh ? ceilings.refresh(Progress.unwatched()) : ceilings.get(Progress.unwatched());
        return new Machine(
                found,
                measured.caches().stream().map(CacheLine::of).toList(),
                measured.ceilings().stream().map(CeilingLine::of).toList(),
                null);
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
