package org.hloexplorer.pipeline.backend.tpu;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipMoment;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipUnit;
import org.hloexplorer.pipeline.backend.tpu.chip.ProductClock;

/** Where in the program's run a product's cycle lies, and which product is at work in a cycle of the run. */
public final class ProgramClock {
    private final TpuSimulation simulation;
    private final Map<MatMulRun, Place> places = new HashMap<>();

    /**
     * Where the chip does a product.
     *
     * @param instruction the product's own or the fusion's that it is part of
     * @param offset cycles of the products before it in that fusion
     */
    public record Place(ChipPiece piece, int instruction, ProductClock clock, long offset) {}

    /** A cycle of a product. */
    public record ProductMoment(MatMulRun run, long cycle) {}

    private ProgramClock(TpuSimulation simulation, ChipRun chip) {
        this.simulation = simulation;
        for (var piece : chip.pieces()) {
            piece.schedule().tasks().stream()
                    .filter(task -> task.kind() == ChipTask.Kind.PRODUCT)
                    .map(ChipTask::instruction)
                    .distinct()
                    .forEach(instruction -> place(piece, instruction));
        }
    }

    /** Empty where the program was not laid out on the chip. */
    public static Optional<ProgramClock> of(TpuSimulation simulation) {
        return simulation.onChip().map(chip -> new ProgramClock(simulation, chip));
    }

    private void place(ChipPiece piece, int instruction) {
        var clock = ProductClock.of(piece, instruction).orElseThrow();
        long offset = 0;
        for (var run : simulation.products(instruction)) {
            places.putIfAbsent(run, new Place(piece, instruction, clock, offset));
            offset += run.simulation().cycles();
        }
    }

    /** Where the chip does a product; empty where it does not, as in a branch that was not taken. */
    public Optional<Place> place(MatMulRun run) {
        return Optional.ofNullable(places.get(run));
    }

    /** The cycle of the program in which a product's cycle is. */
    public Optional<ChipMoment> moment(MatMulRun run, long cycle) {
        return place(run)
                .map(place -> new ChipMoment(place.piece(), place.clock().toPiece(place.offset() + cycle)));
    }

    /** The product at work in a cycle of the program; empty while the matrix units do none. */
    public Optional<ProductMoment> product(ChipMoment moment) {
        var task = moment.task(ChipUnit.MATRIX_UNITS);
        if (task.isEmpty()) {
            return Optional.empty();
        }
        for (var run : simulation.products(task.get().instruction())) {
            var place = places.get(run);
            if (place != null && place.piece().equals(moment.piece())) {
                long cycle = place.clock().fromPiece(moment.cycle()).orElse(-1) - place.offset();
                if (cycle >= 0 && cycle < run.simulation().cycles()) {
                    return Optional.of(new ProductMoment(run, cycle));
                }
            }
        }
        return Optional.empty();
    }
}
