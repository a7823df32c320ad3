package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.BITCAST_CONVERT;
import static org.hloexplorer.hlo.HloOpcode.COMPARE;
import static org.hloexplorer.hlo.HloOpcode.SELECT;
import static org.hloexplorer.hlo.HloOpcode.XOR;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Optional;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Compares floating-point numbers in total order by comparing integers. */
public final class ComparisonExpander {
    private ComparisonExpander() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");

    static final RewriteRule EXPAND_TOTAL_ORDER = rule(
                    "expand-total-order",
                    "compare(x, y), type=TOTALORDER → compare(bits(x), bits(y)) as integers, those of negative numbers flipped",
                    op(COMPARE, X, Y),
                    ComparisonExpander::expanded)
            .when(m -> ((HloOp.Compare) m.root().op()).type() == ComparisonType.TOTALORDER
                    && typeOf(m.get(X)).isFloating())
            .provided(m -> integerFor(typeOf(m.get(X))).isPresent(), "there is no integer type of the same width");

    public static final HloPass PASS = RulePass.of(
            "comparison-expander", "compares floating-point numbers in total order as integers", EXPAND_TOTAL_ORDER);

    private static HloInstruction expanded(Match match) {
        var direction = ((HloOp.Compare) match.root().op()).direction();
        return match.add(
                new HloOp.Compare(direction, ComparisonType.SIGNED),
                match.root().shape(),
                ordered(match, match.get(X)),
                ordered(match, match.get(Y)));
    }

    /** Bits whose order as integers is the total order: minus NaN first, then by value, minus zero before zero. */
    private static HloInstruction ordered(Match match, HloInstruction value) {
        var type = integerFor(typeOf(value)).orElseThrow();
        var shape = value.shape().asArray().withElementType(type);
        var bits = match.plain(BITCAST_CONVERT, shape, value);
        var zero = match.broadcastScalar(match.constant(Literal.scalar(type, 0L)), shape);
        var isNegative = match.add(
                new HloOp.Compare(ComparisonDirection.LT, null), shape.withElementType(PrimitiveType.PRED), bits, zero);
        var greatest = match.broadcastScalar(match.constant(Literal.scalar(type, ~(-1L << (type.bits() - 1)))), shape);
        return match.plain(SELECT, shape, isNegative, match.plain(XOR, shape, bits, greatest), bits);
    }

    private static PrimitiveType typeOf(HloInstruction instruction) {
        return instruction.shape().asArray().elementType();
    }

    private static Optional<PrimitiveType> integerFor(PrimitiveType type) {
        return switch (type.bits()) {
            case 8 -> Optional.of(PrimitiveType.S8);
            case 16 -> Optional.of(PrimitiveType.S16);
            case 32 -> Optional.of(PrimitiveType.S32);
            case 64 -> Optional.of(PrimitiveType.S64);
            default -> Optional.empty();
        };
    }
}
