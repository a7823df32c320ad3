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
        write(unit, 0, schedule.folds() - 1, consumer);
    }

    /** Hands over, in order, the intervals of a unit that have a cycle from {@code from} up to but without {@code to}. */
    public void forEachBetween(HardwareUnit unit, long from, long to, Consumer<StateInterval> consumer) {
        int first = Math.max(0, schedule.startedBy(from) - config.fifoDepth() - overlap());
        int last = Math.min(schedule.folds() - 1, schedule.startedBy(to) + config.fifoDepth() + 2);
        write(unit, first, last, interval -> {
            if (interval.to() > from && interval.from() < to) {
                consumer.accept(interval);
            }
        });
    }

    /** Tiles of which more than one may be on their way through the array at a time. */
    private int overlap() {
        return 1 + (config.rows() + config.cols()) / Math.max(1, schedule.mCount());
    }

    private void write(HardwareUnit unit, int firstTile, int lastTile, Consumer<StateInterval> consumer) {
        var writer = new Writer(unit, firstTile == 0 ? 0 : doneWith(unit, firstTile - 1), consumer);
        for (int tile = firstTile; tile <= lastTile; tile++) {
            switch (unit) {
                case MATRIX_UNIT -> matrixUnit(writer, tile);
                case WEIGHT_LOADER -> weightLoader(writer, tile);
                case WEIGHT_MEMORY -> weightMemory(writer, tile);
                case ACCUMULATORS -> accumulators(writer, tile);
            }
        }
        if (lastTile == schedule.folds() - 1) {
            writer.until(schedule.cycles(), unit == HardwareUnit.MATRIX_UNIT ? UnitState.DRAIN : UnitState.IDLE, -1);
        }
    }

    /** The cycle after a unit's last for a tile. */
    private long doneWith(HardwareUnit unit, int tile) {
        return switch (unit) {
            case MATRIX_UNIT -> schedule.start(tile) + schedule.mCount();
            case WEIGHT_LOADER -> schedule.shift(tile) + config.rows();
            case WEIGHT_MEMORY -> schedule.arrival(tile);
            case ACCUMULATORS -> schedule.end(tile);
        };
    }

    private void matrixUnit(Writer writer, int tile) {
        writer.until(schedule.shift(tile), beforeShift(), tile);
        writer.until(schedule.start(tile), UnitState.WEIGHT_SHIFT, tile);
        writer.until(schedule.start(tile) + schedule.mCount(), UnitState.ACTIVE, tile);
    }

    /** Why an empty array's next tile does not shift in yet. */
    private UnitState beforeShift() {
        return switch (config.timing()) {
            case DOUBLE_BUFFERED, NO_SKEW -> UnitState.LOAD_WAIT;
            case SCALESIM -> UnitState.DRAIN;
            case FIFO -> UnitState.WEIGHT_STALL;
        };
    }

    private void weightLoader(Writer writer, int tile) {
        writer.until(Math.min(schedule.shift(tile), tile == 0 ? 0 : schedule.start(tile - 1)), UnitState.IDLE, -1);
        boolean waitsForMemory = config.timing() == TimingMode.FIFO && schedule.shift(tile) == schedule.arrival(tile);
        writer.until(
                schedule.shift(tile),
                waitsForMemory ? UnitState.WAITING_FOR_MEMORY : UnitState.IDLE,
                waitsForMemory ? tile : -1);
        writer.until(schedule.shift(tile) + config.rows(), UnitState.SHIFTING, tile);
    }

    private void weightMemory(Writer writer, int tile) {
        if (config.timing() == TimingMode.FIFO) {
            int freesSlot = tile - config.fifoDepth();
            if (freesSlot >= 0) {
                writer.until(schedule.shift(freesSlot), UnitState.QUEUE_FULL, tile);
            }
            writer.until(schedule.arrival(tile), UnitState.TRANSFER, tile);
        }
    }

    private void accumulators(Writer writer, int tile) {
        writer.until(schedule.start(tile) + config.rows() - 1, UnitState.IDLE, -1);
        writer.until(schedule.end(tile), UnitState.WRITING, tile);
    }

    /** Lays intervals end to end; those without a cycle vanish. */
    private static final class Writer {
        private final HardwareUnit unit;
        private final Consumer<StateInterval> consumer;
        private long now;

        Writer(HardwareUnit unit, long now, Consumer<StateInterval> consumer) {
            this.unit = unit;
            this.now = now;
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
