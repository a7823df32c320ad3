package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What each unit does in every cycle of a schedule: exclusive states that cover all cycles, so that they sum to the total.
 */
public final class UnitTimeline {
    private final TileSchedule schedule;
    private final TpuConfig config;

    public UnitTimeline(TileSchedule schedule, TpuConfig config) {
        this.schedule = schedule;
        this.config = config;
    }

    /** All intervals of a unit, without gaps, from cycle 0 to the total. */
    public List<StateInterval> intervals(HardwareUnit unit) {
        var intervals = new ArrayList<StateInterval>();
        forEach(unit, intervals::add);
        return intervals;
    }

    /** Cycles per state; states that do not occur are missing. */
    public Map<UnitState, Long> totals(HardwareUnit unit) {
        var totals = new EnumMap<UnitState, Long>(UnitState.class);
        forEach(unit, interval -> totals.merge(interval.state(), interval.cycles(), Long::sum));
        return totals;
    }

    /** Hands over the intervals of a unit in order. */
    public void forEach(HardwareUnit unit, Consumer<StateInterval> consumer) {
        var writer = new Writer(unit, consumer);
        switch (unit) {
            case MATRIX_UNIT -> matrixUnit(writer);
            case WEIGHT_LOADER -> weightLoader(writer);
            case WEIGHT_MEMORY -> weightMemory(writer);
            case ACCUMULATORS -> accumulators(writer);
        }
        writer.until(schedule.cycles(), unit == HardwareUnit.MATRIX_UNIT ? UnitState.DRAIN : UnitState.IDLE, -1);
    }

    private void matrixUnit(Writer writer) {
        for (int i = 0; i < schedule.folds(); i++) {
            writer.until(schedule.shift(i), beforeShift(), i);
            writer.until(schedule.start(i), UnitState.WEIGHT_SHIFT, i);
            writer.until(schedule.start(i) + schedule.mCount(), UnitState.ACTIVE, i);
        }
    }

    /** Why an empty array's next tile does not shift in yet. */
    private UnitState beforeShift() {
        return switch (config.timing()) {
            case DOUBLE_BUFFERED, NO_SKEW -> UnitState.LOAD_WAIT;
            case SCALESIM -> UnitState.DRAIN;
            case FIFO -> UnitState.WEIGHT_STALL;
        };
    }

    private void weightLoader(Writer writer) {
        for (int i = 0; i < schedule.folds(); i++) {
            writer.until(Math.min(schedule.shift(i), i == 0 ? 0 : schedule.start(i - 1)), UnitState.IDLE, -1);
            boolean waitsForMemory = config.timing() == TimingMode.FIFO && schedule.shift(i) == schedule.arrival(i);
            writer.until(
                    schedule.shift(i),
                    waitsForMemory ? UnitState.WAITING_FOR_MEMORY : UnitState.IDLE,
                    waitsForMemory ? i : -1);
            writer.until(schedule.shift(i) + config.rows(), UnitState.SHIFTING, i);
        }
    }

    private void weightMemory(Writer writer) {
        for (int i = 0; i < schedule.folds() && config.timing() == TimingMode.FIFO; i++) {
            int freesSlot = i - config.fifoDepth();
            if (freesSlot >= 0) {
                writer.until(schedule.shift(freesSlot), UnitState.QUEUE_FULL, i);
            }
            writer.until(schedule.arrival(i), UnitState.TRANSFER, i);
        }
    }

    private void accumulators(Writer writer) {
        for (int i = 0; i < schedule.folds(); i++) {
            writer.until(schedule.start(i) + config.rows() - 1, UnitState.IDLE, -1);
            writer.until(schedule.end(i), UnitState.WRITING, i);
        }
    }

    /** Lays intervals end to end; those without a cycle vanish. */
    private static final class Writer {
        private final HardwareUnit unit;
        private final Consumer<StateInterval> consumer;
        private long now;

        Writer(HardwareUnit unit, Consumer<StateInterval> consumer) {
            this.unit = unit;
            this.consumer = consumer;
        }

        void until(long cycle, UnitState state, int tile) {
            if (cycle > now) {
                consumer.accept(new StateInterval(unit, state, now, cycle, tile));
                now = cycle;
            }
        }
    }
}
