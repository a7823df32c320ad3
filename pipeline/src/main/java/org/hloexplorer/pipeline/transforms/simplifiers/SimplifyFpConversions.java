package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.pipeline.Effect.DOMAIN;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Drops roundings between types in chains of conversions; results are more exact then, but not the same. */
public final class SimplifyFpConversions {
    private SimplifyFpConversions() {}

    private static final Capture X = new Capture("x");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule DROP_ROUNDING = rule(
                    "drop-rounding",
                    "convert(convert(x)) → convert(x), for floating types",
                    op(CONVERT, op(CONVERT, X).as(INNER)),
                    m -> m.root().shape().isCompatible(m.get(X).shape()) ? m.get(X) : m.like(CONVERT, m.get(X)))
            .when(m -> m.type().isFloating() && isFloating(m.get(X)) && isFloating(m.get(INNER)))
            .changing(DOMAIN);

    public static final HloPass PASS = RulePass.of(
            "simplify-fp-conversions", "drops roundings between types in chains of conversions", DROP_ROUNDING);

    private static boolean isFloating(HloInstruction instruction) {
        return instruction.shape().asArray().elementType().isFloating();
    }
}
