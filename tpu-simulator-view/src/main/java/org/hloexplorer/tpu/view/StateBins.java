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

/**
 * A unit's whole run cut into equal pieces, one per pixel: which state prevails in each, and what part of all cells works.
 */
final class StateBins {
    private final long cycles;
    private final UnitState[] states;
    private final double[] utilization;

    private StateBins(long cycles, UnitState[] states, double[] utilization) {
        this.cycles = cycles;
        this.states = states;
        this.utilization = utilization;
    }

    static StateBins of(UnitScene scene, int count) {
        var shares = new ArrayList<Map<UnitState, Double>>();
        for (int bin = 0; bin < count; bin++) {
            shares.add(new EnumMap<>(UnitState.class));
        }
        new UnitTimeline(scene.schedule(), scene.config())
                .forEach(HardwareUnit.MATRIX_UNIT, interval -> spread(interval, scene.cycles(), shares));
        var states = new UnitState[count];
        Arrays.setAll(states, bin -> prevailing(shares.get(bin)));
        return new StateBins(scene.cycles(), states, utilization(scene, count));
    }

    private static void spread(StateInterval interval, long cycles, List<Map<UnitState, Double>> shares) {
        double perBin = (double) cycles / shares.size();
        double intervalFrom = interval.from();
        double intervalTo = interval.to();
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

    private static double[] utilization(UnitScene scene, int count) {
        double cells = (double) scene.config().rows() * scene.config().cols();
        var utilization = new double[count];
        for (int bin = 0; bin < count; bin++) {
            long from = scene.cycles() * bin / count;
            long to = Math.max(from + 1, scene.cycles() * (bin + 1) / count);
            long macs = scene.array().macsBefore(to) - scene.array().macsBefore(from);
            utilization[bin] = macs / ((to - from) * cells);
        }
        return utilization;
    }

    int count() {
        return states.length;
    }

    UnitState state(int bin) {
        return states[bin];
    }

    /** 0 to 1, padding counted as work. */
    double utilization(int bin) {
        return utilization[bin];
    }

    /** The cycle under a place from 0 to 1. */
    long cycleAt(double place) {
        return Math.clamp((long) (place * cycles), 0, cycles);
    }
}
