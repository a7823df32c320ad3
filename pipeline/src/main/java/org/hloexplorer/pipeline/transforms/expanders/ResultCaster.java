package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.CONVOLUTION;
import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Lets a product whose result is narrower than its operands sum in their type, and narrows the sum. */
public final class ResultCaster {
    private ResultCaster() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");

    static final RewriteRule NARROW_RESULT = rule(
                    "narrow-result",
                    "bf16 dot(f32 x, f32 y) → convert(f32 dot(x, y))",
                    anyOp(Set.of(DOT, CONVOLUTION), X, Y),
                    ResultCaster::narrowed)
            .when(m -> typeOf(m).bits() > m.type().bits())
            .provided(
                    m -> typeOf(m) == m.get(Y).shape().asArray().elementType(),
                    "its operands have two types, of which none is the type to sum in")
            .changing(ROUNDING);

    public static final HloPass PASS = RulePass.of(
            "result_caster", "sums products in the type of the operands, and narrows the sum", NARROW_RESULT);

    private static PrimitiveType typeOf(Match match) {
        return match.get(X).shape().asArray().elementType();
    }

    private static HloInstruction narrowed(Match match) {
        var wide =
                match.add(match.root().op(), match.shape().withElementType(typeOf(match)), match.get(X), match.get(Y));
        return Emitter.at(match).convert(wide, match.type());
    }
}
