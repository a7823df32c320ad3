package org.hloexplorer.roofline;

import java.util.stream.DoubleStream;

/** The middle of some values, and how far apart they lie: a quarter is below the lower figure, a quarter above the upper. */
public record Quartiles(double lower, double median, double upper) {

    /** @throws IllegalArgumentException where there is no value */
    public static Quartiles of(DoubleStream values) {
        var sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("quartiles of nothing");
        }
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    /** Distance of the outer two, relative to the median. */
    public double spread() {
        return median == 0 ? 0 : (upper - lower) / median;
    }

    private static double at(double[] sorted, double fraction) {
        double position = fraction * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
