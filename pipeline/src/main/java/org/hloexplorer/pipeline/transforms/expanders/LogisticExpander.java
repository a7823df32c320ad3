package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.HloOpcode.EXPONENTIAL;
import static org.hloexplorer.hlo.HloOpcode.LOGISTIC;
import static org.hloexplorer.hlo.HloOpcode.NEGATE;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes the logistic function out. */
public final class LogisticExpander {
    private LogisticExpander() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule EXPAND_LOGISTIC = rule(
                    "expand-logistic", "logistic(x) → 1 / (1 + exp(-x))", op(LOGISTIC, X), LogisticExpander::expanded)
            .changing(ROUNDING);

    public static final HloPass PASS =
            RulePass.of("logistic-expander", "writes the logistic function out as 1 / (1 + exp(-x))", EXPAND_LOGISTIC);

    private static HloInstruction expanded(Match match) {
        var one = match.splat(1, match.shape());
        var power = match.like(EXPONENTIAL, match.like(NEGATE, match.get(X)));
        return match.like(DIVIDE, one, match.like(ADD, one, power));
    }
}
