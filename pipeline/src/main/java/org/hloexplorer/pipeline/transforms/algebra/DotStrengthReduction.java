package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Turns products of which one side is a vector into multiplications and sums, which fuse with what is around them. */
public final class DotStrengthReduction {
    private DotStrengthReduction() {}

    /** Above this a matrix in memory bounds the time, and a library reads it at least as fast. */
    static final Option<Long> ELEMENTS = Option.count(
            "dot-strength-reduction.elements",
            1 << 22,
            "elements of the larger operand up to which a product is expanded");

    static final RewriteRule REDUCE_DOT_STRENGTH = rule(
                    "reduce-dot-strength",
                    "dot(x, y) → reduce-add(x * y), where one operand is all summed",
                    op(DOT, DotRules.X, DotRules.Y),
                    DotRules::reducedProduct)
            .when(m -> DotRules.isAllSummed(m) && DotRules.haveType(m))
            .provided(DotStrengthReduction::isSmall)
            .changing(ROUNDING);

    public static final HloPass PASS = new RulePass(
            "dot-strength-reduction",
            "turns products with vectors into multiplications and sums",
            List.of(ELEMENTS),
            List.of(REDUCE_DOT_STRENGTH));

    private static Optional<Refusal> isSmall(Match match) {
        long limit = match.editor().context().option(ELEMENTS);
        long elements = Math.max(
                match.get(DotRules.X).shape().asArray().elements(),
                match.get(DotRules.Y).shape().asArray().elements());
        return elements <= limit
                ? Optional.empty()
                : Optional.of(because(
                        "an operand has %d elements, more than %d".formatted(elements, limit),
                        Quantity.count("elements", elements, limit)));
    }
}
