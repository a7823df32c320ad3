package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunListener;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;

/** Runs a pipeline again up to one of its rewrites: versions in the middle of a pass are not kept, but made anew. */
record RewriteReplay(PassRunner runner, HloModule input, PipelineSettings settings) {

    /** The step that one rewrite of a pass run makes. */
    Step step(PassRun pass, int rewrite, Cancellation cancellation) {
        var rewrites = pass.rewrites();
        int ordinal = rewrites.get(rewrite).ordinal().rewrite();
        var before = rewrite == 0 ? pass.before() : moduleAfter(ordinal, cancellation);
        var after = rewrite == rewrites.size() - 1 ? pass.after() : moduleAfter(ordinal + 1, cancellation);
        return new Step(pass.index() + 1, rewrite, before, after);
    }

    private HloModule moduleAfter(int rewrites, Cancellation cancellation) {
        var limited = settings.withRewriteBudget(rewrites);
        return runner.run(input, limited, cancellation, PassRunListener.NONE).output();
    }
}
