package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.jspecify.annotations.Nullable;

/**
 * The step from one version of the module to the next that the user looks at: a pass run, or one rewrite in it.
 *
 * @param version which version of the module the pass run left; 0 for the input, which no pass made
 * @param rewrite which of the pass run's rewrites, from 0; null for the whole pass
 */
public record Step(int version, @Nullable Integer rewrite, HloModule before, HloModule after) {

    /** The pass run that left this version, or the input by itself. */
    static Step of(PipelineRun run, int version) {
        return new Step(version, null, run.version(Math.max(0, version - 1)), run.version(version));
    }
}
