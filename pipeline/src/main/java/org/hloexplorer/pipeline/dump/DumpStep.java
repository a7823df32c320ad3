package org.hloexplorer.pipeline.dump;

import java.nio.file.Path;

/**
 * A module in a dump: what some pass left, or an end of the compilation.
 *
 * @param number in XLA's count of the module's steps; -1 for those without, which are the ends
 * @param pipeline as the file names it, blanks being written as underscores
 * @param pass that left this; {@code pipeline-start} where a pipeline begins
 * @param next the pass that got it; empty where the name does not say
 */
public record DumpStep(int number, String pipeline, String pass, String next, Path file) {
    /** How XLA calls the moment before a pipeline's first pass. */
    public static final String PIPELINE_START = "pipeline-start";

    /** How XLA calls the moment behind a pipeline's last pass. */
    public static final String PIPELINE_END = "pipeline-end";

    /** Whether a pass left this, rather than that a pipeline begins with it. */
    public boolean isAfterPass() {
        return !pass.equals(PIPELINE_START);
    }

    /** The step in words, such as {@code simplification / algsimp}. */
    public String title() {
        return pipeline.isEmpty() ? pass : pipeline + " / " + pass;
    }
}
