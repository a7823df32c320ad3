package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.ProductRoofline;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;

/**
 * The products of a simulated run under the roofs of its chip, three times at the same height: by the bytes that the model
 * counts, by those that moved from and to main memory, and by those that entered and left the arrays.
 *
 * <p>The distance between the last two is what the on-chip memory saves. A multiplication and an addition are two operations.
 */
public final class TpuRoofline {
    private static final String CYCLES = "simulated cycles at the chip's clock";
    private static final String OPERATIONS = "2 per multiplication that the result needs";
    private static final String CELLS = "matrix units, simulated";

    /** From here on nothing is left to explain. */
    private static final double REACHED = 0.995;

    private final TpuSimulation simulation;
    private final TpuChip chip;
    private final int version;
    private final Roof memory;
    private final Roof onChip;
    private final Roofs roofs;

    private TpuRoofline(TpuSimulation simulation, int version) {
        ProductRoofline.whyNot(simulation).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        this.simulation = simulation;
        this.version = version;
        this.chip = TpuChip.ofFlag(simulation.config().name()).orElseThrow();
        var any = roofline(simulation.matMuls().getFirst());
        this.memory = Roof.memory("HBM", (double) chip.memoryBytesPerSecond(), 0, Long.MAX_VALUE, chip.source());
        this.onChip = Roof.memory(
                "array ports",
                any.onChipRate(),
                0,
                (long) chip.cores() * chip.vectorMemoryBytes(),
                "a column of activations, a row of weights and a row of sums per array and cycle");
        this.roofs = new Roofs(
                "simulated TPU " + chip.flag(),
                List.of(Roof.arithmetic("peak", chip.peakOperationsPerSecond(), 0, chip.source())),
                List.of(onChip, memory));
    }

    /**
     * The roofline of a run.
     *
     * @param version of the program that ran, for linking
     * @throws IllegalArgumentException with a sentence, where {@link ProductRoofline#whyNot} has one
     */
    public static RooflineData of(TpuSimulation simulation, int version) {
        return new TpuRoofline(simulation, version).data();
    }

    private ProductRoofline roofline(MatMulRun run) {
        return ProductRoofline.of(run, simulation).orElseThrow();
    }

    private RooflineData data() {
        var stages =
                List.of(stage("model", this::byModel), stage("HBM", this::byMemory), stage("on chip", this::byPorts));
        return new RooflineData(simulation.title(), roofs, stages, summary());
    }

    private interface Place {
        Placement of(MatMulRun run, ProductRoofline roofline);
    }

    private Stage stage(String name, Place place) {
        var kernels = new ArrayList<Placement>();
        for (var run : simulation.matMuls()) {
            kernels.add(place.of(run, roofline(run)));
        }
        return new Stage(name, version, kernels);
    }

    private Placement byModel(MatMulRun run, ProductRoofline roofline) {
        var kernel =
                kernel(run, roofline, roofline.modelBytes(), "operands and result, each moved once, without padding");
        return isAbove(kernel, memory)
                ? plotted(
                        kernel,
                        memory,
                        "Above the roof of HBM at this intensity: the run moved %s of the %s that the model counts, the rest stayed on the chip."
                                .formatted(Numbers.bytes(roofline.movedBytes()), Numbers.bytes(roofline.modelBytes())))
                : plotted(kernel, memory, limits(run, roofline));
    }

    private Placement byMemory(MatMulRun run, ProductRoofline roofline) {
        var kernel = kernel(run, roofline, roofline.movedBytes(), "moved from and to HBM in the run, padding included");
        return roofline.movedBytes() == 0
                ? new Placement.Refused(
                        kernel,
                        Double.NaN,
                        "Moved nothing from or to HBM, as its operands and result stay on the chip: there is no intensity to draw.")
                : plotted(kernel, memory, limits(run, roofline));
    }

    private Placement byPorts(MatMulRun run, ProductRoofline roofline) {
        return plotted(
                kernel(
                        run,
                        roofline,
                        roofline.onChipBytes(),
                        "into the arrays and out of them, padding of weights included"),
                onChip,
                limits(run, roofline));
    }

    private boolean isAbove(KernelMeasurement kernel, Roof memoryRoof) {
        return kernel.flopRate() > memoryRoof.at(kernel.intensity());
    }

    private Placement plotted(KernelMeasurement kernel, Roof memoryRoof, String verdict) {
        boolean isMemoryBound = memoryRoof.at(kernel.intensity()) < roofs.peak().value();
        var roof = isMemoryBound ? memoryRoof : roofs.peak();
        return new Placement.Plotted(
                kernel,
                roof,
                isMemoryBound ? Placement.Bound.MEMORY : Placement.Bound.ARITHMETIC,
                kernel.flopRate() / roof.at(kernel.intensity()),
                verdict);
    }

    private KernelMeasurement kernel(MatMulRun run, ProductRoofline roofline, double bytes, String source) {
        long times = run.executions();
        var amounts = new Amounts(
                new Figure(times * roofline.operations(), OPERATIONS),
                new Figure(0, OPERATIONS),
                new Figure(times * bytes, source),
                new Figure(times * roofline.seconds(), CYCLES));
        return new KernelMeasurement(KernelIdentity.of(run.name(), run.instruction()), amounts, CELLS)
                .below(ceilings(run, roofline));
    }

    private static List<Roof> ceilings(MatMulRun run, ProductRoofline roofline) {
        var config = run.simulation().config();
        return List.of(
                Roof.arithmetic(
                        "mapping " + Numbers.percent(roofline.mappingCeiling() / roofline.peak()),
                        roofline.mappingCeiling(),
                        0,
                        "the peak without cells that hold padding"),
                Roof.arithmetic(
                        "weight shift " + Numbers.percent(roofline.shiftCeiling() / roofline.peak()),
                        roofline.shiftCeiling(),
                        0,
                        "the peak where %d rows of X are to hide a shift of %d cycles behind"
                                .formatted(run.simulation().plans().getFirst().mCount(), config.rows())));
    }

    /** The lowest roof above a product, and how much of it the product reaches. */
    private static String limits(MatMulRun run, ProductRoofline roofline) {
        var lowest = List.of(
                        new Limit("HBM at what it moved", ProductRoofline::memoryBound),
                        new Limit("mapping efficiency: cells that hold padding", ProductRoofline::mappingCeiling),
                        new Limit("the weight shift, with too few rows of X to hide it", ProductRoofline::shiftCeiling),
                        new Limit("the peak", ProductRoofline::peak))
                .stream()
                .min((a, b) -> Double.compare(
                        a.value().applyAsDouble(roofline), b.value().applyAsDouble(roofline)))
                .orElseThrow();
        double limit = lowest.value().applyAsDouble(roofline);
        if (roofline.reached() / limit >= REACHED) {
            return "%s is all that the lowest roof above it allows, that of %s."
                    .formatted(Numbers.flopsPerSecond(roofline.reached()), lowest.name());
        }
        return "%s reaches %s of the lowest roof above it, %s of %s; the rest is filling and draining the arrays%s."
                .formatted(
                        Numbers.flopsPerSecond(roofline.reached()),
                        Numbers.percent(roofline.reached() / limit),
                        Numbers.flopsPerSecond(limit),
                        lowest.name(),
                        run.simulation().plans().size()
                                        < run.simulation().config().matrixUnits()
                                ? ", and arrays without work"
                                : "");
    }

    private record Limit(String name, ToDoubleFunction<ProductRoofline> value) {}

    private String summary() {
        double operations = 0;
        double seconds = 0;
        for (var run : simulation.matMuls()) {
            operations += run.executions() * roofline(run).operations();
            seconds += run.executions() * roofline(run).seconds();
        }
        return "%d products on a simulated %s: %s in %s, %s, %s of the peak."
                .formatted(
                        simulation.matMuls().size(),
                        chip.flag(),
                        Numbers.flops(operations),
                        Numbers.seconds(seconds),
                        Numbers.flopsPerSecond(operations / seconds),
                        Numbers.percent(operations / seconds / roofs.peak().value()));
    }
}
