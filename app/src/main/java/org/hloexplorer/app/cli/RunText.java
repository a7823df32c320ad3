package org.hloexplorer.app.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.DeviceRun;
import org.hloexplorer.app.workbench.OutputSummary;
import org.hloexplorer.app.workbench.ReferenceComparison;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Transfers;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.jspecify.annotations.Nullable;

/** A run as a few lines of text. */
final class RunText {
    private RunText() {}

    static String of(String name, String inputs, DeviceRun run, int first) {
        var text = new StringBuilder();
        text.append("%s on %s (%s)%n"
                .formatted(name, run.device().kind().text(), run.device().name()));
        text.append("  inputs    %s%n".formatted(inputs));
        text.append(devices(run));
        for (var output : OutputSummary.of(run.result().output(), first)) {
            text.append(output(output));
        }
        text.append(times(run));
        text.append(transfers(run.result().profile().transfers()));
        text.append(fallbacks(run));
        text.append(remarks(run));
        for (var comparison : Arrays.asList(run.comparison(), run.recorded())) {
            if (comparison != null) {
                text.append(comparison(comparison));
            }
        }
        return text.toString();
    }

    /** Only the reference simulates several devices. */
    private static String devices(DeviceRun run) {
        var attributes = run.module().attributes();
        return run.device().kind() != DeviceKind.REFERENCE || attributes.devices() == 1
                ? ""
                : "  devices   %d simulated, %d replicas of %d partitions, all given these inputs; their outputs follow in order%n"
                        .formatted(attributes.devices(), attributes.replicaCount(), attributes.numPartitions());
    }

    private static String output(OutputSummary output) {
        var shape = output.shape().stream().map(String::valueOf).collect(Collectors.joining(","));
        var nonfinite = output.nonfinite() == 0 ? "" : ", %d not finite".formatted(output.nonfinite());
        return "  output    %s[%s]  sum %s, of sizes %s%s%n            %s%n"
                .formatted(
                        output.dtype(),
                        shape,
                        number(output.sum()),
                        number(output.absSum()),
                        nonfinite,
                        output.firstText());
    }

    private static String times(DeviceRun run) {
        var profile = run.result().profile();
        return String.format(
                Locale.ROOT,
                "  time      %.3f ms median, %.3f ms least of %d; %s; %s%n            %s%n",
                profile.whole().medianMillis(),
                profile.whole().minNanos() / 1e6,
                profile.whole().runs(),
                KernelDescription.countText(run.kernels()),
                run.compileTime().isZero()
                        ? "not compiled now"
                        : "compiled in %.0f ms".formatted(run.compileTime().toNanos() / 1e6),
                profile.source());
    }

    private static String transfers(@Nullable Transfers transfers) {
        return transfers == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "  transfers %,d bytes in %.3f ms to the device, %,d bytes in %.3f ms back%n",
                        transfers.bytesIn(),
                        transfers.nanosIn() / 1e6,
                        transfers.bytesOut(),
                        transfers.nanosOut() / 1e6);
    }

    /** Kernels with the same reason together. */
    private static String fallbacks(DeviceRun run) {
        return run.fallbacks().stream()
                .collect(Collectors.groupingBy(
                        kernel -> String.valueOf(kernel.fallback()),
                        LinkedHashMap::new,
                        Collectors.mapping(KernelDescription::name, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(each -> "  fallback  %s%n            %s%n".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining());
    }

    /** What there is to say of kernels besides: who computes a dot, and why. */
    private static String remarks(DeviceRun run) {
        return run.kernels().stream()
                .filter(kernel -> kernel.remark() != null)
                .map(kernel -> "  kernel    %s: %s%n            %s%n"
                        .formatted(kernel.name(), kernel.engine(), kernel.remark()))
                .collect(Collectors.joining());
    }

    private static String comparison(ReferenceComparison comparison) {
        var found = comparison.comparison();
        return "  compare   %s the %s%n            %s%n"
                .formatted(found.agrees() ? "agrees with" : "DIFFERS from", comparison.reference(), found.toText());
    }

    private static String number(Number value) {
        return value instanceof Double real ? String.format(Locale.ROOT, "%.9g", real) : value.toString();
    }
}
