package org.hloexplorer.tpu.view;

import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayState;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Pass;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Weight;
import org.hloexplorer.pipeline.backend.tpu.simulator.RegisterSim;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a small array as a simulation of every register has them, beside those that follow from the schedule.
 *
 * <p>Registers are stepped from the first cycle on; going back begins anew.
 */
final class RegisterCells {
    /** The largest side of an array that is simulated so. */
    static final int LARGEST_SIDE = 16;

    /** Steps of all cells together that take a moment at most. */
    private static final long MOST_STEPS = 100_000_000;

    private final UnitScene scene;
    private RegisterSim registers;

    private RegisterCells(UnitScene scene) {
        this.scene = scene;
        this.registers = start(scene);
    }

    /** Null where the array is too large, or its values are not known. */
    static @Nullable RegisterCells of(@Nullable UnitScene scene) {
        return scene != null && isOffered(scene) ? new RegisterCells(scene) : null;
    }

    static boolean isOffered(UnitScene scene) {
        return Math.max(scene.config().rows(), scene.config().cols()) <= LARGEST_SIDE
                && scene.array().data().isKnown();
    }

    private static RegisterSim start(UnitScene scene) {
        return new RegisterSim(
                scene.config(), scene.plan(), scene.schedule(), scene.array().data());
    }

    /** Steps to a cycle; false where that is too far from the first. */
    boolean goTo(long cycle) {
        long cells = (long) scene.config().rows() * scene.config().cols();
        if (cycle + 1 < registers.cycle()) {
            registers = start(scene);
        }
        if ((cycle + 1 - registers.cycle()) * cells > MOST_STEPS) {
            return false;
        }
        while (registers.cycle() <= cycle) {
            registers.step();
        }
        return true;
    }

    /** A cell with the registers' values; which row and weight they are is known from the schedule alone. */
    Cell cell(ArrayState state, int row, int col) {
        var known = state.cell(row, col);
        var pass = registers.active(row, col)
                ? new Pass(
                        Math.max(0, known.pass().tile()),
                        known.pass().m(),
                        known.pass().k(),
                        registers.activation(row, col))
                : Pass.NONE;
        return new Cell(
                row,
                col,
                pass,
                with(known.weight(), registers.weight(row, col)),
                with(known.shadow(), registers.shadow(row, col)),
                known.above(),
                registers.sum(row, col));
    }

    private static Weight with(Weight known, double value) {
        return known.isPresent() ? new Weight(known.tile(), known.k(), known.n(), value) : known;
    }

    /** In how many cells the registers hold something else than follows from the schedule. */
    int differences(ArrayState state) {
        int count = 0;
        for (int row = 0; row < scene.config().rows(); row++) {
            for (int col = 0; col < scene.config().cols(); col++) {
                count += state.cell(row, col).equals(cell(state, row, col)) ? 0 : 1;
            }
        }
        return count;
    }
}
