package org.hloexplorer.hlo.text;

/** What a printed module may hold, or how. */
public enum PrintOption {
    /** Names as {@code %name}. */
    PERCENTS,
    /** Each operand with its shape, as XLA printed until 2023. */
    OPERAND_SHAPES,
    /** Parameters and result at the head of each computation. */
    PROGRAM_SHAPES,
    /** Where instructions come from, and the tables of stack frames. */
    METADATA,
    /** What a backend noted. */
    BACKEND_CONFIG,
    /** JSON of a backend as a string with escapes, as XLA printed until 2020. */
    QUOTED_CONFIG,
    /** What must run before. */
    CONTROL_DEPENDENCIES,
    /** All elements of constants with more than ten; else {@code {...}}. */
    LARGE_CONSTANTS,
    /** Every fifth operand with its number in a comment. */
    INDEX_COMMENTS,
    /** {@code slice-start} for an {@code async-start} of a computation that only slices. */
    ASYNC_SUGAR,
    /** {@code calls=} on each part of an asynchronous operation, as XLA printed until 2024; else on the start only. */
    ASYNC_CALLS,
    /** {@code %tuple#1} for an operand that is an element of a tuple. */
    ELEMENT_INDICES
}
