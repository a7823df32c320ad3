package org.hloexplorer.visualizers.graph;

/** Why a node or edge stands out for the moment. */
public enum Mark {
    SELECTED,
    /** At the selected one: an operand, a user, or the edge between. */
    NEIGHBOUR,
    /** Something the selected one's value depends on. */
    FEEDS,
    /** On the way between two selected nodes. */
    PATH,
    /** Not what the user asked to see. */
    DIMMED
}
