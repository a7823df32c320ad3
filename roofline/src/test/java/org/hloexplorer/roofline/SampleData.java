package org.hloexplorer.roofline;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.pipeline.backend.LaunchTimes;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.pipeline.backend.work.LevelTraffic;
import org.hloexplorer.pipeline.kernel.instrument.Work;

/** Made-up measurements for tests of what is done with them. */
public final class SampleData {
    private SampleData() {}

    public static final Roofs ROOFS = new Roofs(
            "test machine",
            List.of(
                    Roof.arithmetic("FMA peak, f32, 1 thread", 230e9, 0.02, "test"),
                    Roof.arithmetic("scalar, no FMA, 1 thread", 8e9, 0.02, "test")),
            List.of(
                    Roof.memory("L1", 600e9, 0.05, 48 << 10, "test"),
                    Roof.memory("L2", 250e9, 0.05, 1 << 20, "test"),
                    Roof.memory("DRAM", 44e9, 0.1, Long.MAX_VALUE, "test")));

    public static KernelMeasurement kernel(
            String name, int instruction, List<Integer> origins, double flops, double bytes, double seconds) {
        return new KernelMeasurement(
                new KernelIdentity(name, instruction, List.of(name), origins),
                new Amounts(
                        new Figure(flops, "HLO cost analysis"),
                        new Figure(0, "HLO cost analysis"),
                        new Figure(bytes, "HLO cost analysis"),
                        new Figure(seconds, "median of 20 runs")),
                "LLVM");
    }

    /** Three kernels that became one, and a copy that stayed. */
    public static RooflineData data() {
        var placer = new Placer(ROOFS);
        var before = List.of(
                placer.place(kernel("multiply.1", 3, List.of(3), 4.2e6, 50.3e6, 1.4e-3)),
                placer.place(kernel("add.1", 5, List.of(5), 4.2e6, 50.3e6, 1.5e-3)),
                placer.place(kernel("exponential.1", 6, List.of(6), 0, 33.6e6, 2.0e-3)),
                placer.place(kernel("dot.1", 8, List.of(8), 2.1e9, 12.6e6, 12e-3)),
                placer.place(kernel("copy.1", 7, List.of(7), 0, 33.6e6, 1.0e-3)));
        var after = List.of(
                placer.place(kernel("multiply_add_exponential_fusion", 20, List.of(3, 5, 6, 9), 8.4e6, 67.1e6, 2.1e-3)),
                placer.place(kernel("dot.1", 8, List.of(8), 2.1e9, 12.6e6, 11.5e-3)),
                placer.place(kernel("copy.1", 7, List.of(7), 0, 33.6e6, 1.0e-3)));
        return new RooflineData(
                "test", ROOFS, List.of(new Stage("before fusion", 3, before), new Stage("after fusion", 4, after)));
    }

    /** A product with what was counted of it and simulated, and what launches cost. */
    public static RooflineData counted() {
        var amounts = Map.of(
                new Work(8, Work.Kind.ARITHMETIC, PrimitiveType.F32), 2_200_000_000L,
                new Work(8, Work.Kind.TRANSCENDENTAL, PrimitiveType.F32), 1_000L,
                new Work(8, Work.Kind.LOAD, PrimitiveType.F32), 100_000_000L);
        var traffic = List.of(
                new LevelTraffic("L2", 80e6, 4e6),
                new LevelTraffic("L3", 20e6, 4e6),
                new LevelTraffic("DRAM", 3e6, 1e6));
        var evidence = new Evidence(
                new Cost(2_100_000_000L, 1_000L, 12_600_000L),
                new KernelWork(1, amounts, traffic),
                "counted by a test",
                "simulated by a test",
                new Figure(5e6, "a counter of a test"));
        var kernel = new KernelMeasurement(
                KernelIdentity.of("dot.1", 8),
                evidence.amounts(new Figure(12e-3, "median of 20 runs")),
                "LLVM",
                List.of(),
                evidence);
        var stage = new Stage("after fusion", 4, List.of(new Placer(ROOFS).place(kernel)));
        var before = new LaunchTimes(24, 2e6 / 24, 70_000, 2_400_000, 0.01, 600_000, 0.02, 20, "a launch of a test");
        var after = new LaunchTimes(6, 2e6 / 24, 70_000, 700_000, 0.01, 280_000, 0.02, 20, "a launch of a test");
        return new RooflineData("counted", ROOFS, List.of(stage))
                .with(new WholeProgram(
                        "",
                        new WholeProgram.Part("before fusion", 408e-6, before),
                        new WholeProgram.Part("after fusion", 198e-6, after)));
    }

    /** The same program on a machine that is faster throughout. */
    public static RooflineData faster() {
        var roofs = new Roofs(
                "faster machine",
                List.of(Roof.arithmetic("matrix peak", 275e12, 0, "test")),
                List.of(Roof.memory("HBM", 1.2e12, 0, Long.MAX_VALUE, "test")));
        var kernels = List.of(new Placer(roofs).place(kernel("dot.1", 8, List.of(8), 2.1e9, 12.6e6, 5e-5)));
        return new RooflineData("test", roofs, List.of(new Stage("HBM", 4, kernels)), "One product.");
    }

    /** As many kernels as a small network has, close together. */
    public static RooflineData crowd() {
        var placer = new Placer(ROOFS);
        var kernels = IntStream.range(0, 50)
                .mapToObj(i -> placer.place(kernel(
                        "fusion." + i,
                        100 + i,
                        List.of(100 + i),
                        1e6 * (1 + i % 7),
                        2e6 * (1 + i % 11),
                        1e-3 * (1 + i % 5))))
                .toList();
        return new RooflineData("crowd", ROOFS, List.of(new Stage("after fusion", 1, kernels)));
    }
}
