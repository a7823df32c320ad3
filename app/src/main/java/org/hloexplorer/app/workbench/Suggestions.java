package org.hloexplorer.app.workbench;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses what was meant by a name that there is not. */
public final class Suggestions {
    private Suggestions() {}

    /** The known name that takes the fewest changed letters, where that is few enough to be a slip. */
    public static Optional<String> nearest(String given, Collection<String> known) {
        int tolerated = Math.max(1, given.length() / 3);
        return known.stream()
                .filter(each -> distance(given, each) <= tolerated)
                .min(Comparator.comparingInt(each -> distance(given, each)));
    }

    /** {@code  Did you mean 'x'?} with a blank before it, or nothing. */
    public static String didYouMean(String given, Collection<String> known) {
        return nearest(given, known).map(" Did you mean '%s'?"::formatted).orElse("");
    }

    /** As {@link #didYouMean}, or all names where none is near; for names that are few. */
    public static String didYouMeanOneOf(String given, Collection<String> known) {
        var nearest = didYouMean(given, known);
        return nearest.isEmpty() ? " There are " + String.join(", ", known) + "." : nearest;
    }

    /** Letters to insert, delete, replace or swap with their neighbour, whatever their case. */
    static int distance(String given, String known) {
        var from = given.toLowerCase(Locale.ROOT);
        var to = known.toLowerCase(Locale.ROOT);
        var costs = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                costs[i][j] = i == 0 || j == 0 ? i + j : cheapest(costs, from, to, i, j);
            }
        }
        return costs[from.length()][to.length()];
    }

    private static int cheapest(int[][] costs, String from, String to, int i, int j) {
        int replaced = costs[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, costs[i - 2][j - 2] + 1) : best;
    }
}
