package org.hloexplorer.tpu.view;

import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.ProgramClock;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipMoment;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.InstructionListing;
import org.hloexplorer.pipeline.backend.tpu.chip.InstructionStream;
import org.hloexplorer.pipeline.backend.tpu.chip.MemoryUse;
import org.jspecify.annotations.Nullable;

/** Which moment of the whole program belongs to the cycle that is shown, and what the chip does in it. */
final class ChipFollower {
    private final ReadOnlyObjectWrapper<@Nullable ChipMoment> moment = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<@Nullable Program> program = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<@Nullable Integer> lit = new SimpleObjectProperty<>();
    private @Nullable ProgramClock clock;
    private @Nullable InstructionStream stream;

    /**
     * The piece that is shown, read for drawing.
     *
     * @param listing its instructions
     * @param memory what is on the chip
     */
    record Program(ChipPiece piece, InstructionListing listing, MemoryUse memory) {}

    void show(@Nullable TpuSimulation simulation) {
        clock = simulation == null ? null : ProgramClock.of(simulation).orElse(null);
        stream = simulation == null ? null : simulation.instructions().orElse(null);
        moment.set(null);
        program.set(null);
        if (simulation != null) {
            simulation
                    .onChip()
                    .flatMap(chip -> chip.pieces().stream().findFirst())
                    .ifPresent(piece -> goTo(piece, 0));
        }
    }

    /** Goes to the moment of a product's cycle; stays where the chip does not do the product. */
    void follow(MatMulRun run, long cycle) {
        if (clock != null) {
            clock.moment(run, cycle).ifPresent(this::show);
        }
    }

    /** Goes to a cycle of a piece, and gives the product that is at work in it. */
    Optional<ProgramClock.ProductMoment> goTo(ChipPiece piece, long cycle) {
        var wanted = new ChipMoment(piece, Math.clamp(cycle, 0, piece.schedule().cycles()));
        show(wanted);
        return clock == null ? Optional.empty() : clock.product(wanted);
    }

    private void show(ChipMoment wanted) {
        var shown = program.get();
        if (stream != null && (shown == null || !shown.piece().equals(wanted.piece()))) {
            program.set(new Program(wanted.piece(), stream.listing(wanted.piece()), MemoryUse.of(wanted.piece())));
        }
        moment.set(wanted);
    }

    /** The moment that is shown; null where the program was not laid out on the chip. */
    ReadOnlyObjectProperty<@Nullable ChipMoment> momentProperty() {
        return moment.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<@Nullable Program> programProperty() {
        return program.getReadOnlyProperty();
    }

    /** The instruction that is selected elsewhere, whose work lights up. */
    ObjectProperty<@Nullable Integer> litProperty() {
        return lit;
    }

    /** Whether a task's instruction is the one selected elsewhere. */
    boolean isLit(int instruction) {
        var selected = lit.get();
        return selected != null && selected == instruction;
    }

    /** Whether a product is selected elsewhere: itself, or the fusion that it is part of. */
    boolean isLit(MatMulRun run) {
        return isLit(run.instruction())
                || (clock != null
                        && clock.place(run)
                                .filter(place -> isLit(place.instruction()))
                                .isPresent());
    }
}
