package org.hloexplorer.hlo;

/** The kind of a complaint about a module or its text: a short name that stays the same, for filters and tests. */
public interface ProblemCode {

    /** The code as it is printed, such as {@code unknown-operand}. */
    String text();
}
