package org.hloexplorer.tpu.view;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipMoment;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.jspecify.annotations.Nullable;

/**
 * What flows through the chip in one cycle, from the host to the accumulators and back. Bytes are per cycle; those about the
 * array are of the matrix unit that is shown.
 *
 * @param moment of the whole program; null where it was not laid out on the chip
 * @param held bytes of values on the chip
 * @param buffered bytes of blocks on the chip
 * @param capacity bytes of the on-chip memory, 0 where that is unknown
 * @param queue tiles that wait in the weight queue, the next one first
 * @param arriving the tile on its way into the queue, -1 for none
 * @param weights bytes of weights that enter the array
 * @param activations bytes of X that enter the array
 * @param sums bytes of sums that leave it
 * @param tile the tile at work, -1 before the first
 * @param shadow the tile whose weights are shifting in or wait in the second registers, -1 for none
 * @param shadowRows how many of its rows have entered
 * @param rowsDone rows of X whose sums for the tile have left column 0
 */
record MachineState(
        @Nullable ChipMoment moment,
        long held,
        long buffered,
        long capacity,
        List<Integer> queue,
        int arriving,
        double weights,
        double activations,
        double sums,
        int tile,
        int shadow,
        int shadowRows,
        int rowsDone) {

    private static final int SUM_BYTES = 4;

    static MachineState of(TpuViewModel model, UnitScene scene) {
        long cycle = model.cycleProperty().get();
        var moment = model.chip().momentProperty().get();
        var program = model.chip().programProperty().get();
        var simulation = model.simulationProperty().get();
        boolean isOnChip = moment != null && program != null;
        var shadow = Shadow.of(scene, cycle);
        int tile = scene.schedule().startedBy(cycle);
        return new MachineState(
                moment,
                isOnChip ? program.memory().held(moment.cycle()) : 0,
                isOnChip ? program.memory().inBuffers(moment.cycle()) : 0,
                simulation == null
                        ? 0
                        : simulation
                                .onChip()
                                .map(chip -> chip.model().onChipBytes())
                                .orElse(0L),
                queue(scene, cycle),
                arriving(scene, cycle),
                weightBytes(scene, cycle),
                activationBytes(scene, cycle),
                sumBytes(scene, cycle),
                tile,
                shadow.tile(),
                shadow.rows(),
                rowsDone(scene, cycle, tile));
    }

    /** Bytes per cycle of a kind of transfer, 0 while there is none. */
    double transfer(ChipTask.Kind kind) {
        return moment == null ? 0 : moment.bytesPerCycle(kind).orElse(0);
    }

    /** Tiles that have arrived and wait to shift in. */
    static int waiting(UnitScene scene, long cycle) {
        return Math.max(0, scene.schedule().arrivedBy(cycle) - scene.schedule().shiftedBy(cycle));
    }

    private static List<Integer> queue(UnitScene scene, long cycle) {
        var tiles = new ArrayList<Integer>();
        if (scene.config().timing() == TimingMode.FIFO) {
            int first = scene.schedule().shiftedBy(cycle) + 1;
            for (int i = 0; i < waiting(scene, cycle); i++) {
                tiles.add(first + i);
            }
        }
        return List.copyOf(tiles);
    }

    /** The transfer of the next tile has begun once that of the last has ended and the queue has a slot. */
    private static int arriving(UnitScene scene, long cycle) {
        var schedule = scene.schedule();
        if (scene.config().timing() != TimingMode.FIFO) {
            return -1;
        }
        int next = schedule.arrivedBy(cycle) + 1;
        int frees = next - scene.config().fifoDepth();
        boolean hasSlot = frees < 0 || schedule.shift(frees) <= cycle;
        return next < schedule.folds() && hasSlot ? next : -1;
    }

    private static double weightBytes(UnitScene scene, long cycle) {
        var state = scene.array().at(cycle);
        double columns = 0;
        for (int col = 0; col < scene.config().cols(); col++) {
            columns += state.push(col).isPresent() ? 1 : 0;
        }
        return columns * scene.config().operandType().bytes();
    }

    private static double activationBytes(UnitScene scene, long cycle) {
        var state = scene.array().at(cycle);
        double rows = 0;
        for (int row = 0; row < scene.config().rows(); row++) {
            rows += state.diagonal(row).isPresent() ? 1 : 0;
        }
        return rows * scene.config().operandType().bytes();
    }

    private static double sumBytes(UnitScene scene, long cycle) {
        var state = scene.array().at(cycle);
        double columns = 0;
        for (int col = 0; col < scene.config().cols(); col++) {
            columns += state.diagonal(scene.config().rows() - 1 + col).isPresent() ? 1 : 0;
        }
        return columns * SUM_BYTES;
    }

    private static int rowsDone(UnitScene scene, long cycle, int tile) {
        return tile < 0
                ? 0
                : Math.clamp(
                        cycle - scene.schedule().start(tile) - scene.config().rows() + 1,
                        0,
                        scene.plan().mCount());
    }

    /** The tile in the second registers of column 0. */
    private record Shadow(int tile, int rows) {
        static Shadow of(UnitScene scene, long cycle) {
            var schedule = scene.schedule();
            int tile = schedule.shiftedBy(cycle);
            if (tile < 0 || schedule.start(tile) <= cycle) {
                return new Shadow(-1, 0);
            }
            long rows = Math.min(cycle - schedule.shift(tile), scene.config().rows());
            return new Shadow(tile, (int) rows);
        }
    }
}
