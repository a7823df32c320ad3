package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Times of two programs that ran in turns, in milliseconds: a round is one run of each, so that what disturbs the machine
 * for a while disturbs both.
 */
public record PairedTimes(List<Double> before, List<Double> after) {

    /** Fewer rounds say nothing about how much times vary. */
    static final int FEWEST_ROUNDS = 6;

    /** A range in milliseconds. */
    public record Range(double low, double high) {
        boolean holds(double value) {
            return low <= value && value <= high;
        }
    }

    public PairedTimes {
        before = List.copyOf(before);
        after = List.copyOf(after);
        if (before.size() != after.size() || before.size() < FEWEST_ROUNDS) {
            throw new IllegalArgumentException(
                    "%d and %d times are no %d rounds or more".formatted(before.size(), after.size(), FEWEST_ROUNDS));
        }
    }

    public int rounds() {
        return before.size();
    }

    public static double median(List<Double> times) {
        var sorted = sorted(times);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Where the middle half of the times lies: what they vary by. */
    public static Range spread(List<Double> times) {
        var sorted = sorted(times);
        int cut = sorted.size() / 4;
        return new Range(sorted.get(cut), sorted.get(sorted.size() - 1 - cut));
    }

    private static List<Double> sorted(List<Double> times) {
        var sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        return sorted;
    }

    private List<Double> differences() {
        return IntStream.range(0, rounds())
                .mapToObj(round -> after.get(round) - before.get(round))
                .toList();
    }

    /**
     * Where the median of the differences lies with a confidence of 95 % or more, whatever their distribution: between two
     * of the sorted differences, as a sign test has it.
     */
    public Range noiseBand() {
        var sorted = sorted(differences());
        int cut = trimmed(rounds());
        return new Range(sorted.get(cut), sorted.get(sorted.size() - 1 - cut));
    }

    /** How many of n sorted differences may be left out at each end. */
    private static int trimmed(int rounds) {
        double probability = Math.pow(0.5, rounds);
        double below = 0;
        int cut = 0;
        for (int k = 0; k < rounds / 2; k++) {
            below += probability;
            if (below > 0.025) {
                break;
            }
            cut = k;
            probability *= (double) (rounds - k) / (k + 1);
        }
        return cut;
    }

    /** Whether the two may well take the same time. */
    public boolean isWithinNoise() {
        return noiseBand().holds(0);
    }

    /** Such as {@code 1.63 times as fast: 2.10 ms → 1.29 ms, …}, or that the difference is within the noise. */
    public String verdict() {
        double was = median(before);
        double is = median(after);
        var band = noiseBand();
        var numbers = String.format(
                Locale.ROOT,
                "%.3g\u202fms → %.3g\u202fms; the median difference is between %+.3g and %+.3g\u202fms (95 %%, %d rounds in turns)",
                was,
                is,
                band.low(),
                band.high(),
                rounds());
        if (isWithinNoise()) {
            return "Within noise: " + numbers + ".";
        }
        return is <= was
                ? String.format(Locale.ROOT, "%.2f times as fast: %s.", was / is, numbers)
                : String.format(Locale.ROOT, "%.2f times as slow: %s.", is / was, numbers);
    }
}
