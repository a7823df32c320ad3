package org.hloexplorer.hlo.verify;

/** Something about the shapes of an operation and its operands that is wrong or unusual. */
public record ShapeProblem(FindingCode code, String message) {}
