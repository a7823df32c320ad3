package org.hloexplorer.pipeline.backend.cpu;

/**
 * A cache as it was found by loads that wait for one another.
 *
 * @param nanos of a load that it answers
 */
public record ProbedCache(long bytes, double nanos) {}
