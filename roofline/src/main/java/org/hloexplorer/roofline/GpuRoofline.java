package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.gpu.DeviceRoofs;
import org.hloexplorer.pipeline.fusion.gpu.GpuDevice;
import org.hloexplorer.pipeline.fusion.gpu.GpuKernelTimes;

/** Rooflines of GPUs: of one that is here, whose limits are measured, or of one that is not, by its published figures. */
public final class GpuRoofline {
    private static final String ENGINE = "device limits, estimated";

    private GpuRoofline() {}

    /** The roofs that were measured of a device; caches only where they are faster than its memory. */
    public static Roofs roofs(DeviceRoofs measured) {
        var arithmetic = new ArrayList<Roof>();
        var memory = new ArrayList<Roof>();
        var last = measured.roofs().getLast();
        for (var each : measured.roofs()) {
            if (each.isArithmetic()) {
                arithmetic.add(Roof.arithmetic(each.name(), each.value(), each.spread(), each.source()));
            } else if (each.equals(last)) {
                memory.add(Roof.memory(each.name(), each.value(), each.spread(), Long.MAX_VALUE, each.source()));
            } else if (each.value() > last.value()) {
                memory.add(Roof.memory(each.name(), each.value(), each.spread(), each.bytes(), each.source()));
            }
        }
        return new Roofs(measured.device().name(), arithmetic, memory);
    }

    /** The published limits of a GPU. */
    public static Roofs limits(GpuDevice device) {
        double flops = 2.0 * device.cores() * device.fpusPerCore() * device.clockGhz() * 1e9;
        var arithmetic = Roof.arithmetic(
                "FMA f32",
                flops,
                0,
                "published: %d cores × %d FMA units × %s GHz"
                        .formatted(device.cores(), device.fpusPerCore(), Numbers.threeDigits(device.clockGhz())));
        var memory = Roof.memory(
                "device memory", device.bytesPerSecond(), 0, Long.MAX_VALUE, "published bandwidth, as XLA has it");
        return new Roofs(
                "%s (device limits, estimated)".formatted(device.name()), List.of(arithmetic), List.of(memory));
    }

    /** A program on a GPU that is not here: before fusion and after it, with times that a model estimates. */
    public static RooflineData estimated(PipelineRun timeline, GpuDevice device) {
        var roofs = limits(device);
        var placer = new Placer(roofs);
        var stages = new ArrayList<Stage>();
        RooflineMeasurer.versions(timeline)
                .forEach(
                        (name, version) -> stages.add(stage(name, version, timeline.version(version), device, placer)));
        return new RooflineData(timeline.input().name(), roofs, stages)
                .saying("Nothing ran: times are estimated for the %s, by its published figures."
                        .formatted(device.name()));
    }

    private static Stage stage(String name, int version, HloModule module, GpuDevice device, Placer placer) {
        var seconds = GpuKernelTimes.seconds(module, device);
        var analysis = HloCostAnalysis.of(module);
        var kernels = module.entry().instructions().stream()
                .filter(each -> seconds.containsKey(each.id()))
                .map(each -> placer.place(kernel(each, analysis, seconds, device)))
                .toList();
        return new Stage(name, version, kernels);
    }

    private static KernelMeasurement kernel(
            HloInstruction instruction, HloCostAnalysis analysis, Map<Integer, Double> seconds, GpuDevice device) {
        var evidence = new Evidence(
                analysis.cost(instruction),
                null,
                "not counted: nothing ran",
                "not simulated: nothing ran",
                new Figure(Double.NaN, "nothing ran"));
        var origins = new LinkedHashSet<Integer>();
        origins.add(instruction.id());
        origins.addAll(instruction.originIds());
        var identity = new KernelIdentity(
                instruction.name(), instruction.id(), List.of(instruction.name()), List.copyOf(origins));
        var peak = limits(device).peak();
        // The model leaves products and convolutions to libraries, of which it knows only what they move.
        double least = Math.max(
                evidence.flops().value() / peak.value(),
                evidence.analyticBytes().value() / device.bytesPerSecond());
        var time = new Figure(
                Math.max(seconds.getOrDefault(instruction.id(), 0.0), least),
                GpuKernelTimes.SOURCE.formatted(device.name())
                        + ", and no less than flops and bytes take at those figures");
        return new KernelMeasurement(identity, evidence.amounts(time), ENGINE, List.of(), evidence);
    }
}
