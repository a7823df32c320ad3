package org.hloexplorer.tpu.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.StateInterval;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitTimeline;

/** What a unit does in a range of cycles cut into equal pieces, one per pixel: which state prevails in each. */
final class StateBins {
    private final UnitState[] states;

    private StateBins(UnitState[] states) {
        this.states = states;
    }

    static StateBins of(UnitScene scene, HardwareUnit unit, TimeAxis axis) {
        var range = axis.range();
        var shares = new ArrayList<Map<UnitState, Double>>();
        for (int bin = 0; bin < axis.width(); bin++) {
            shares.add(new EnumMap<>(UnitState.class));
        }
        new UnitTimeline(scene.schedule(), scene.config())
                .forEachBetween(unit, range.from(), range.to(), interval -> spread(interval, range, shares));
        var states = new UnitState[axis.width()];
        Arrays.setAll(states, bin -> prevailing(shares.get(bin)));
        return new StateBins(states);
    }

    private static void spread(StateInterval interval, TimeRange range, List<Map<UnitState, Double>> shares) {
        double perBin = (double) range.cycles() / shares.size();
        double intervalFrom = Math.max(0, interval.from() - range.from());
        double intervalTo = Math.min(range.cycles(), interval.to() - range.from());
        int first = (int) (intervalFrom / perBin);
        int last = Math.min(shares.size() - 1, (int) (intervalTo / perBin));
        for (int bin = first; bin <= last; bin++) {
            double from = Math.max(intervalFrom, bin * perBin);
            double to = Math.min(intervalTo, (bin + 1) * perBin);
            if (to > from) {
                shares.get(bin).merge(interval.state(), to - from, Double::sum);
            }
        }
    }

    /** The state with the largest share; a unit that has finished before the others is idle. */
    private static UnitState prevailing(Map<UnitState, Double> shares) {
        return shares.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(UnitState.IDLE);
    }

    int count() {
        return states.length;
    }

    UnitState state(int bin) {
        return states[bin];
    }

    /** What takes a stretch of bins that are in the same state, from the first up to but without the last. */
    interface Stretch {
        void take(UnitState state, int from, int to);
    }

    /** Hands over the stretches in order. */
    void forEachStretch(Stretch stretch) {
        int start = 0;
        for (int bin = 1; bin <= states.length; bin++) {
            if (bin == states.length || states[bin] != states[start]) {
                stretch.take(states[start], start, bin);
                start = bin;
            }
        }
    }
}
