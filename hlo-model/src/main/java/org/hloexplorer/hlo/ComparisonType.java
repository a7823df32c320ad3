package org.hloexplorer.hlo;

/** How a {@code compare} orders its operands; the names are XLA's. */
public enum ComparisonType {
    FLOAT,
    TOTALORDER,
    SIGNED,
    UNSIGNED
}
