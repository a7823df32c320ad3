package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/** Wall times of the same thing done several times, in nanoseconds, in the order they were taken. */
public record Sample(List<Long> nanoseconds) {
    public Sample {
        nanoseconds = List.copyOf(nanoseconds);
        if (nanoseconds.isEmpty()) {
            throw new IllegalArgumentException("a sample of nothing");
        }
    }

    @JsonIgnore
    public long minimum() {
        return nanoseconds.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    @JsonIgnore
    public double median() {
        return quantile(0.5);
    }

    /** Distance of the quartiles, relative to the median: 0.02 says that half of the runs lie within 2 %. */
    @JsonIgnore
    public double spread() {
        return median() == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / median();
    }

    private double quantile(double fraction) {
        var sorted = nanoseconds.stream().mapToLong(Long::longValue).sorted().toArray();
        double position = fraction * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
