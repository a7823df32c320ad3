package org.hloexplorer.hlo.text;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds what was probably meant by a name that is not there. */
final class Similarity {
    /** Names longer than this are compared by their beginnings only. */
    private static final int LONGEST = 64;

    private static final int MOST_CANDIDATES = 20_000;

    private Similarity() {}

    /** The candidate whose text takes the fewest edits, if they are few for the length. */
    static <T> Optional<T> best(String wanted, Collection<T> candidates, Function<T, String> text) {
        @Nullable T best = null;
        int allowed = Math.max(1, Math.min(wanted.length(), LONGEST) / 3);
        int examined = 0;
        for (T candidate : candidates) {
            if (++examined > MOST_CANDIDATES) {
                break;
            }
            int distance = distance(wanted, text.apply(candidate), allowed);
            if (distance <= allowed) {
                best = candidate;
                allowed = distance - 1;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Insertions, deletions and replacements from one to the other; any number above the limit where it is exceeded. */
    private static int distance(String from, String to, int limit) {
        int rows = Math.min(from.length(), LONGEST);
        int columns = Math.min(to.length(), LONGEST);
        if (Math.abs(rows - columns) > limit) {
            return limit + 1;
        }
        var previous = new int[columns + 1];
        for (int column = 0; column <= columns; column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= rows; row++) {
            previous = nextRow(from.charAt(row - 1), to, previous, row);
        }
        return previous[columns];
    }

    private static int[] nextRow(char c, String to, int[] previous, int row) {
        var current = new int[previous.length];
        current[0] = row;
        for (int column = 1; column < previous.length; column++) {
            int replaced = previous[column - 1] + (to.charAt(column - 1) == c ? 0 : 1);
            current[column] = Math.min(replaced, 1 + Math.min(previous[column], current[column - 1]));
        }
        return current;
    }
}
