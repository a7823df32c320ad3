package org.hloexplorer.pipeline;

/**
 * Where in a run of a pipeline something happened.
 *
 * @param passRun index of the pass run on the timeline, from 0
 * @param iteration of the fixed-point group the pass is in, from 0
 * @param rewrite how many rewrites the whole pipeline had made before, so that replay can stop right here
 */
public record RewriteOrdinal(int passRun, int iteration, int rewrite) {}
