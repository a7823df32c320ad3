package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.CONVOLUTION;
import static org.hloexplorer.hlo.HloOpcode.DOT;
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

/** Widens the operands of products to the type in which they are summed. */
public final class OperandUpcaster {
    private OperandUpcaster() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");

    static final RewriteRule WIDEN_OPERANDS = rule(
                    "widen-operands",
                    "s32 dot(s8 x, s8 y) → dot(convert(x), convert(y))",
                    anyOp(Set.of(DOT, CONVOLUTION), X, Y),
                    m -> m.add(m.root().op(), m.root().shape(), widened(m, X), widened(m, Y)))
            .when(m -> isNarrower(m, X) || isNarrower(m, Y))
            .provided(
                    m -> typeOf(m, X) == typeOf(m, Y)
                            || (!typeOf(m, X).isComplex() && !typeOf(m, Y).isComplex()),
                    "a complex and a real operand are not brought to one type");

    public static final HloPass PASS = RulePass.of(
            "operand_upcaster", "widens the operands of products to the type of the result", WIDEN_OPERANDS);

    private static PrimitiveType typeOf(Match match, Capture operand) {
        return match.get(operand).shape().asArray().elementType();
    }

    private static boolean isNarrower(Match match, Capture operand) {
        return typeOf(match, operand).bits() < match.type().bits();
    }

    private static HloInstruction widened(Match match, Capture operand) {
        return isNarrower(match, operand)
                ? Emitter.at(match).convert(match.get(operand), match.type())
                : match.get(operand);
    }
}
