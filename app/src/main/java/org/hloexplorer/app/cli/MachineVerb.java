package org.hloexplorer.app.cli;

import java.util.List;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code hlox machine}: what programs can run on here. */
@Command(
        name = "machine",
        description = "Lists the devices found, with reasons for those not found.",
        footer = "%nJSON: devices[{kind, name, available, reason}].")
final class MachineVerb extends Verb {

    /** A device as JSON. */
    record Device(
            String kind,
            String name,
            boolean available,
            @Nullable String reason) {
        static Device of(DeviceDescription device) {
            return new Device(device.kind().text(), device.name(), device.isAvailable(), device.missing());
        }
    }

    /** The line that is written. */
    record Machine(List<Device> devices) {}

    MachineVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() {
        var devices = new Devices().descriptions().stream().map(Device::of).toList();
        if (isJson()) {
            write(new Machine(devices));
        } else {
            devices.forEach(this::printDevice);
        }
        return ExitStatus.FINE;
    }

    private void printDevice(Device device) {
        print("%-9s  %s".formatted(device.kind(), device.reason() == null ? device.name() : device.reason()));
    }
}
