package org.hloexplorer.hlo.diff;

/** What became of an instruction between two modules, seen from either side. */
public enum DiffState {
    /** There on both sides, alike, in the same computation. */
    SAME,
    /** There on both sides in the same computation, with another operation, shape, operand, attribute or name. */
    CHANGED,
    /** There on both sides in different computations, changed or not; into a fusion, say. */
    MOVED,
    /** Only in the module after. */
    ADDED,
    /** Only in the module before. */
    REMOVED
}
