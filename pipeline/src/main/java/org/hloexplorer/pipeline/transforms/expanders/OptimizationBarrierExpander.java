package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.OPTIMIZATION_BARRIER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Takes optimization barriers away, once no pass comes that they are there to stop. */
public final class OptimizationBarrierExpander {
    private OptimizationBarrierExpander() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule REMOVE_BARRIER =
            rule("remove-barrier", "opt-barrier(x) → x", op(OPTIMIZATION_BARRIER, X), m -> m.get(X));

    public static final HloPass PASS = RulePass.of(
            "cse_barrier_expander",
            "removes optimization barriers, when no pass comes that they are for",
            REMOVE_BARRIER);
}
