package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent.Kind;

/** Finds the events of a schedule around any cycle, without a list of them all. */
public final class EventIndex {
    private static final Comparator<SimulationEvent> IN_ORDER = Comparator.comparingLong(SimulationEvent::cycle)
            .thenComparingInt(SimulationEvent::tile)
            .thenComparing(SimulationEvent::kind);

    private final TileSchedule schedule;
    private final TpuConfig config;
    private final TilePlan plan;

    public EventIndex(TilePlan plan, TileSchedule schedule, TpuConfig config) {
        this.plan = plan;
        this.schedule = schedule;
        this.config = config;
    }

    /** The first cycle after {@code cycle} in which something happens. */
    public OptionalLong next(long cycle) {
        var found = OptionalLong.empty();
        for (var kind : Kind.values()) {
            int tile = firstAfter(kind, cycle);
            if (tile < schedule.folds() && (found.isEmpty() || cycleOf(kind, tile) < found.getAsLong())) {
                found = OptionalLong.of(cycleOf(kind, tile));
            }
        }
        return found;
    }

    /** The last cycle before {@code cycle} in which something happens. */
    public OptionalLong previous(long cycle) {
        var found = OptionalLong.empty();
        for (var kind : Kind.values()) {
            int tile = firstAfter(kind, cycle - 1) - 1;
            while (tile >= 0 && !occurs(kind, tile)) {
                tile--;
            }
            if (tile >= 0 && (found.isEmpty() || cycleOf(kind, tile) > found.getAsLong())) {
                found = OptionalLong.of(cycleOf(kind, tile));
            }
        }
        return found;
    }

    /** The events of tiles {@code firstTile} to {@code lastTile}, in the order of their cycles. */
    public List<SimulationEvent> ofTiles(int firstTile, int lastTile) {
        var events = new ArrayList<SimulationEvent>();
        for (int tile = Math.max(0, firstTile); tile <= Math.min(lastTile, schedule.folds() - 1); tile++) {
            for (var kind : Kind.values()) {
                if (occurs(kind, tile)) {
                    events.add(event(kind, tile));
                }
            }
        }
        events.sort(IN_ORDER);
        return events;
    }

    /** The events of one cycle. */
    public List<SimulationEvent> at(long cycle) {
        var events = new ArrayList<SimulationEvent>();
        for (var kind : Kind.values()) {
            for (int tile = firstAfter(kind, cycle - 1);
                    tile < schedule.folds() && cycleOf(kind, tile) == cycle;
                    tile++) {
                if (occurs(kind, tile)) {
                    events.add(event(kind, tile));
                }
            }
        }
        events.sort(IN_ORDER);
        return events;
    }

    /** The first tile whose event of this kind occurs, and does so after {@code cycle}; the number of tiles if none. */
    private int firstAfter(Kind kind, long cycle) {
        int low = 0;
        int high = schedule.folds();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cycleOf(kind, middle) > cycle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        while (low < schedule.folds() && !occurs(kind, low)) {
            low++;
        }
        return low;
    }

    private boolean occurs(Kind kind, int tile) {
        return switch (kind) {
            case ARRIVED -> config.timing() == TimingMode.FIFO;
            case STALL -> schedule.start(tile) > arrayFree(tile);
            case SHIFT, START, FIRST_OUTPUT, LAST_ROW, LAST_OUTPUT -> true;
        };
    }

    private long cycleOf(Kind kind, int tile) {
        return switch (kind) {
            case ARRIVED -> schedule.arrival(tile);
            case STALL -> arrayFree(tile);
            case SHIFT -> schedule.shift(tile);
            case START -> schedule.start(tile);
            case FIRST_OUTPUT -> schedule.start(tile) + config.rows() - 1;
            case LAST_ROW -> schedule.start(tile) + schedule.mCount() - 1;
            case LAST_OUTPUT -> schedule.end(tile) - 1;
        };
    }

    private long arrayFree(int tile) {
        return tile == 0 ? 0 : schedule.start(tile - 1) + schedule.mCount();
    }

    private SimulationEvent event(Kind kind, int tile) {
        return new SimulationEvent(cycleOf(kind, tile), kind, tile, reason(kind, plan.tile(tile)));
    }

    private String reason(Kind kind, Tile tile) {
        return switch (kind) {
            case ARRIVED -> "all %d bytes of W%s are in the queue".formatted(config.tileBytes(), block(tile));
            case STALL -> stallReason(tile.index());
            case SHIFT -> "W%s enters from the top, bottom row first, %d rows".formatted(block(tile), config.rows());
            case START -> "X[%d] enters row 0; cells take W%s as it passes".formatted(plan.firstM(), block(tile));
            case FIRST_OUTPUT ->
                tile.rowFold() == 0
                        ? "first sum leaves column 0 and overwrites its accumulator"
                        : "first sum leaves column 0 and adds to its accumulator";
            case LAST_ROW ->
                "row %d of %d enters; nothing follows in this tile".formatted(plan.mCount(), plan.mCount());
            case LAST_OUTPUT -> "last sum leaves column %d".formatted(config.cols() - 1);
        };
    }

    /** Why no row enters before the tile: whatever ended last, with the cycles it took. */
    private String stallReason(int tile) {
        long gap = schedule.start(tile) - arrayFree(tile);
        long beforeShift = Math.max(0, schedule.shift(tile) - arrayFree(tile));
        long shift = gap - beforeShift;
        var shifting = "%d cycles for its weights to shift in".formatted(shift);
        if (beforeShift == 0) {
            return tile == 0
                    ? "nothing to hide behind: " + shifting
                    : "only %d rows to hide behind: %s".formatted(schedule.mCount(), shifting);
        }
        return switch (config.timing()) {
            case FIFO -> "%d cycles for weights from memory, %s".formatted(beforeShift, shifting);
            case SCALESIM -> "%d cycles to drain the previous fold, %s".formatted(beforeShift, shifting);
            case DOUBLE_BUFFERED, NO_SKEW ->
                "%d cycles until the last column has taken the current weights, %s".formatted(beforeShift, shifting);
        };
    }

    private static String block(Tile tile) {
        return "[%d..%d, %d..%d]"
                .formatted(
                        tile.firstK(),
                        tile.firstK() + tile.kCount() - 1,
                        tile.firstN(),
                        tile.firstN() + tile.nCount() - 1);
    }
}
