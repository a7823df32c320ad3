package org.hloexplorer.app.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to measure beside a program: the same under other settings, or on another device. */
final class AgainstOptions {

    @Option(
            names = "--against-pipeline",
            paramLabel = "NAME",
            description = "Measure the program after this pipeline, too; none for the program as it is.")
    private @Nullable String pipeline;

    @Option(
            names = "--against-disable",
            paramLabel = "A,B",
            split = ",",
            description = "Measure the program without these passes or rewrite rules, too.")
    private List<String> disable = List.of();

    @Option(
            names = "--against-set",
            paramLabel = "NAME=VALUE",
            description = "Measure the program with this knob, too.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--against-device",
            paramLabel = "DEVICE",
            description = "Measure the program on this device, too: cpu, gpu, or tpu (a simulated one).")
    private @Nullable DeviceKind device;

    boolean isGiven() {
        return pipeline != null || !disable.isEmpty() || !set.isEmpty() || device != null;
    }

    DeviceKind device(DeviceKind usual) {
        return device == null ? usual : device;
    }

    PipelineOptions changed(PipelineOptions options) {
        return options.changed(pipeline, disable, set);
    }

    /** What to call it: the other program, or what differs. */
    String name(@Nullable String program) {
        var name = new StringJoiner(", ");
        if (program != null) {
            name.add(program);
        }
        if (pipeline != null) {
            name.add("pipeline " + pipeline);
        }
        if (!disable.isEmpty()) {
            name.add("without " + String.join(", ", disable));
        }
        set.forEach((knob, value) -> name.add(knob + "=" + value));
        if (device != null) {
            name.add("on " + device.text());
        }
        return name.toString();
    }
}
