package org.hloexplorer.visualizers.diff;

/**
 * A line of either text, or of both.
 *
 * @param beforeLine the number of the line in the text before, counted from 1; 0 where it has none
 * @param before empty where the text before has no such line
 */
public record DifferenceRow(Kind kind, int beforeLine, String before, int afterLine, String after) {

    /** What the two sides of a row have to do with one another. */
    public enum Kind {
        SAME,
        CHANGED,
        ADDED,
        REMOVED,
        /** Stands for lines that are the same and not shown. */
        FOLDED
    }

    public boolean isDifferent() {
        return kind == Kind.CHANGED || kind == Kind.ADDED || kind == Kind.REMOVED;
    }
}
