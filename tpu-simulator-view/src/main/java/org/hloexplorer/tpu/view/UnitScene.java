package org.hloexplorer.tpu.view;

import java.util.List;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.simulator.EventIndex;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent;
import org.hloexplorer.pipeline.backend.tpu.simulator.SystolicArray;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;
import org.hloexplorer.pipeline.backend.tpu.simulator.TileSchedule;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/**
 * One matrix unit working through one product: what the view shows at a time.
 *
 * @param unit which of the chip's matrix units
 * @param cycles until the slowest unit has finished
 */
record UnitScene(MatMulRun run, int unit, SystolicArray array, EventIndex events, long cycles) {
    private static final int TILES_AROUND = 3;
    private static final long CYCLES_WITH_VALUES = 30;

    static UnitScene of(MatMulRun run, int unit) {
        var simulation = run.simulation();
        var array = simulation.array(unit);
        var events = new EventIndex(array.plan(), array.schedule(), simulation.config());
        return new UnitScene(run, unit, array, events, simulation.cycles());
    }

    TpuConfig config() {
        return array.config();
    }

    TilePlan plan() {
        return array.plan();
    }

    TileSchedule schedule() {
        return array.schedule();
    }

    /** When the first row of X is half way through the array: a first look should see it at work. */
    long firstWave() {
        return schedule().start(0) + (config().rows() + config().cols()) / 2;
    }

    /** As many cycles as have room for values of a cell, and at least what it takes to see a tile come and go. */
    long firstCycles() {
        return Math.max(CYCLES_WITH_VALUES, 2L * (config().rows() + config().cols()));
    }

    /** The tile whose first row of X entered last, or the first tile before that. */
    int tileAt(long cycle) {
        return Math.max(0, schedule().startedBy(cycle));
    }

    /** What happens to the tile of this cycle and its neighbours. */
    List<SimulationEvent> eventsAround(int tile) {
        return events.ofTiles(tile - TILES_AROUND, tile + TILES_AROUND);
    }
}
