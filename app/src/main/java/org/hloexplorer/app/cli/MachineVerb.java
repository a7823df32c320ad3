package org.hloexplorer.app.cli;

import java.io.IOException;
import java.util.List;
import org.hloexplorer.app.workbench.Ceilings;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.cpu.Ceiling;
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
                "%nJSON: devices[{kind, number, name, available, reason}], ceilings[{name, value, unit, threads, spread, source}].")
final class MachineVerb extends Verb {

    @Option(names = "--refresh", description = "Measure the ceilings again; the higher of both counts.")
    private boolean refresh;

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
    record Machine(List<Device> devices, List<CeilingLine> ceilings) {}

    MachineVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws IOException {
        var machine = describe();
        if (isJson()) {
            write(machine);
        } else {
            machine.devices().forEach(this::print);
            machine.ceilings().forEach(this::print);
        }
        return ExitStatus.FINE;
    }

    private Machine describe() throws IOException {
        try (var devices = new Devices()) {
            var found = devices.findings().stream().map(Device::of).toList();
            boolean hasProcessor = found.stream().anyMatch(each -> each.kind().equals("cpu") && each.available());
            return new Machine(found, hasProcessor ? ceilings(devices) : List.of());
        }
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
