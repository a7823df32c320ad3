package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassRun;
import org.jspecify.annotations.Nullable;

/**
 * The step from one version of the module to the next that the user looks at: a pass run, or one rewrite in it.
 *
 * @param run the pass run
 * @param rewrite which of its rewrites, from 0; null for the whole pass
 */
public record Step(PassRun run, @Nullable Integer rewrite, HloModule before, HloModule after) {

    static Step of(PassRun run) {
        return new Step(run, null, run.before(), run.after());
    }

    /** The version of {@link #before()} on the timeline, where it has one. */
    public int versionBefore() {
        return run.index();
    }

    public int versionAfter() {
        return run.index() + 1;
    }
}
