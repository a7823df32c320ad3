package org.hloexplorer.visualizers.graph;

/** What became of a node or edge between two versions of a module. */
public enum DifferenceState {
    /** No two versions are compared here. */
    NONE(""),
    SAME(""),
    CHANGED("~"),
    ADDED("+"),
    REMOVED("\u2212");

    private final String mark;

    DifferenceState(String mark) {
        this.mark = mark;
    }

    /** The sign that says it without colour. */
    public String mark() {
        return mark;
    }

    public boolean isDifferent() {
        return this == CHANGED || this == ADDED || this == REMOVED;
    }
}
