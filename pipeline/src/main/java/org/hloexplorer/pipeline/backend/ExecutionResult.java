package org.hloexplorer.pipeline.backend;

import org.hloexplorer.hlo.Literal;

/** The value a program computed, and how long it took. */
public record ExecutionResult(Literal output, ExecutionProfile profile) {}
