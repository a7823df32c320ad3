package org.hloexplorer.pipeline.backend.tpu;

import java.util.Optional;
import java.util.function.ToLongFunction;
import org.hloexplorer.pipeline.backend.tpu.simulator.Counters;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuRoofs;

/**
 * Where a product lies under its chip's roofs. Operations count two per multiplication and addition.
 *
 * @param operations useful ones of one execution
 * @param seconds of one execution: of the arrays or of the transfers, whichever takes longer
 * @param reached operations per second, useful ones only, in the time of the arrays or of the transfers, whichever is longer
 * @param modelIntensity operations per byte of the product's operands and result, each moved once and without padding
 * @param modelBytes those bytes
 * @param movedBytes that the run moved from and to main memory for it
 * @param onChipBytes that went into the array and out of it
 * @param memoryIntensity operations per byte that the run moved from and to main memory for it; 0 where it moved none
 * @param onChipIntensity operations per byte that went into the array and out of it, padding of weight tiles included
 * @param peak the chip's peak
 * @param memoryBound what main memory allows at {@code memoryIntensity}; the peak where nothing was moved
 * @param onChipRate bytes per second that all arrays can take in and give out
 * @param mappingCeiling the peak without cells that hold padding
 * @param shiftCeiling the peak where rows of X are too few to hide the shift of the next tile behind
 */
public record ProductRoofline(
        double operations,
        double seconds,
        double reached,
        double modelBytes,
        double movedBytes,
        double onChipBytes,
        double modelIntensity,
        double memoryIntensity,
        double onChipIntensity,
        double peak,
        double memoryBound,
        double onChipRate,
        double mappingCeiling,
        double shiftCeiling) {
    private static final int ACCUMULATOR_BYTES = 4;

    /** Of a product of the simulation; empty for arrays that are no chip, and chips without a known clock. */
    public static Optional<ProductRoofline> of(MatMulRun run, TpuSimulation simulation) {
        var config = run.simulation().config();
        var chip = TpuChip.ofFlag(config.name());
        var seconds = config.seconds(run.simulation().cycles());
        return chip.isEmpty() || seconds.isEmpty()
                ? Optional.empty()
                : Optional.of(of(run, simulation, TpuRoofs.of(chip.get()), seconds.getAsDouble()));
    }

    private static ProductRoofline of(MatMulRun run, TpuSimulation simulation, TpuRoofs roofs, double seconds) {
        var product = run.simulation();
        var gemm = product.gemm();
        int bytes = product.config().operandType().bytes();
        double operations = 2.0 * gemm.usefulMacs();
        double model = gemm.batch()
                * ((double) bytes * gemm.k() * ((double) gemm.m() + gemm.n())
                        + (double) ACCUMULATOR_BYTES * gemm.m() * gemm.n());
        double moved = (double) simulation.memoryBytes(run) / run.executions();
        double onChip = (double) bytes * sum(run, Counters::activationReads)
                + sum(run, Counters::weightBytes)
                + (double) ACCUMULATOR_BYTES * sum(run, Counters::accumulatorWrites);
        double memoryIntensity = moved == 0 ? 0 : operations / moved;
        double longer = Math.max(seconds, moved / roofs.bytesPerSecond());
        return new ProductRoofline(
                operations,
                longer,
                operations / longer,
                model,
                moved,
                onChip,
                operations / model,
                memoryIntensity,
                operations / onChip,
                roofs.peak(),
                moved == 0 ? roofs.peak() : roofs.bound(memoryIntensity),
                onChipRate(product.config()),
                roofs.mappingCeiling((double) gemm.usefulMacs() / sum(run, Counters::paddedMacs)),
                roofs.shiftCeiling(product.plans().getFirst().mCount(), product.config()));
    }

    /** In a cycle an array takes a column of activations and a row of weights, and hands down a row of sums. */
    private static double onChipRate(TpuConfig config) {
        long perArray = (long) config.operandType().bytes() * (config.rows() + config.cols())
                + (long) ACCUMULATOR_BYTES * config.cols();
        return (double) perArray * config.matrixUnits() * config.clockHertz();
    }

    /** Why there is no roofline of a simulation, in a sentence; empty where there is one. */
    public static Optional<String> whyNot(TpuSimulation simulation) {
        var config = simulation.config();
        if (TpuChip.ofFlag(config.name()).isEmpty()) {
            return Optional.of(
                    "The teaching array %s has no clock, so nothing per second is known of it; choose a chip, such as v4."
                            .formatted(config.array()));
        }
        if (config.clockHertz() == 0) {
            return Optional.of(
                    "No clock of %s is published, so that simulated cycles are no seconds; choose another chip, such as v5e."
                            .formatted(config.name()));
        }
        return simulation.matMuls().isEmpty()
                ? Optional.of("%s has no product for the array, so nothing lies under its roofs."
                        .formatted(simulation.title()))
                : Optional.empty();
    }

    private static long sum(MatMulRun run, ToLongFunction<Counters> count) {
        var product = run.simulation();
        long sum = 0;
        for (int unit = 0; unit < product.plans().size(); unit++) {
            sum += count.applyAsLong(Counters.of(product.plans().get(unit), product.schedule(unit), product.config()));
        }
        return sum;
    }
}
