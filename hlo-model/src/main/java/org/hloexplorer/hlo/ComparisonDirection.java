package org.hloexplorer.hlo;

/** The question a {@code compare} asks; the names are XLA's. */
public enum ComparisonDirection {
    EQ,
    NE,
    GE,
    GT,
    LE,
    LT
}
