package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.BITCAST;
import static org.hloexplorer.hlo.HloOpcode.BITCAST_CONVERT;
import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.hlo.HloOpcode.COPY;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.OR;
import static org.hloexplorer.hlo.HloOpcode.REDUCE_PRECISION;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.hlo.HloOpcode.XOR;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of conversions between types and of copies. */
final class ConversionRules {
    private ConversionRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture C = new Capture("c");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule CONVERT_SAME = rule(
                    "convert-same", "convert(x) → x, where the type stays", op(CONVERT, X), m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()));

    static final RewriteRule CONVERT_BACK = rule(
                    "convert-back",
                    "convert(convert(x)) → x, where the type between holds all values of x",
                    op(CONVERT, op(CONVERT, X).as(INNER)),
                    m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()))
            .provided(
                    m -> Widening.isLossless(typeOf(m.get(X)), typeOf(m.get(INNER))),
                    "the type between does not hold all values of x");

    private static final Set<HloOpcode> SAFE_IN_LOW_BITS = Set.of(ADD, SUBTRACT, MULTIPLY, AND, OR, XOR);

    static final RewriteRule NARROW_ARITHMETIC = rule(
                    "narrow-arithmetic",
                    "narrow(widen(x) + widen(y)) → x + y, for integers",
                    op(
                            CONVERT,
                            anyOp(SAFE_IN_LOW_BITS, op(CONVERT, X), op(CONVERT, Y))
                                    .withOneUser()
                                    .as(INNER)),
                    m -> m.like(m.get(INNER).opcode(), m.get(X), m.get(Y)))
            .when(m -> m.type().isIntegral()
                    && typeOf(m.get(X)) == m.type()
                    && typeOf(m.get(Y)) == m.type()
                    && typeOf(m.get(INNER)).isIntegral())
            .provided(
                    m -> typeOf(m.get(INNER)).bits() >= m.type().bits(),
                    "the type between is narrower than the others");

    static final RewriteRule BITCAST_BITCAST = rule(
            "bitcast-bitcast",
            "bitcast(bitcast(x)) → bitcast(x)",
            op(BITCAST, op(BITCAST, X)),
            m -> m.plain(BITCAST, m.root().shape(), m.get(X)));

    static final RewriteRule BITCAST_SAME = rule(
                    "bitcast-same", "bitcast(x) → x, where shape and layout stay", op(BITCAST, X), m -> m.get(X))
            .when(m -> m.root().shape().equals(m.get(X).shape()));

    static final RewriteRule BITCAST_OF_BROADCAST = rule(
                    "bitcast-of-broadcast",
                    "bitcast(broadcast(scalar)) → broadcast(scalar)",
                    op(BITCAST, broadcast(X)),
                    m -> m.broadcastScalar(m.get(X), m.shape()))
            .when(m -> Constants.isScalar(m.get(X)) && typeOf(m.get(X)) == m.type());

    static final RewriteRule BITCAST_CONVERT_CHAIN = rule(
            "bitcast-convert-chain",
            "bitcast-convert(bitcast-convert(x)) → bitcast-convert(x)",
            op(BITCAST_CONVERT, op(BITCAST_CONVERT, X)),
            m -> m.root().shape().isCompatible(m.get(X).shape()) ? m.get(X) : m.like(BITCAST_CONVERT, m.get(X)));

    static final RewriteRule BITCAST_CONVERT_SAME = rule(
                    "bitcast-convert-same",
                    "bitcast-convert(x) → x, where the type stays",
                    op(BITCAST_CONVERT, X),
                    m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()));

    static final RewriteRule COPY_COPY =
            rule("copy-copy", "copy(copy(x)) → copy(x)", op(COPY, op(COPY, X)), m -> m.like(COPY, m.get(X)));

    static final RewriteRule COPY_SAME = rule(
                    "copy-same", "copy(x) → x, where the layout stays", op(COPY, X), m -> m.get(X))
            .when(m -> m.root().shape().equals(m.get(X).shape()))
            .provided(
                    m -> AlgebraicOptions.isLayoutSensitive(m),
                    "before layouts are assigned, a copy may be there to change one");

    static final RewriteRule COPY_AS_BITCAST = rule(
                    "copy-as-bitcast",
                    "copy(x) → bitcast(x), where the bytes stay in place",
                    op(COPY, X),
                    m -> m.like(BITCAST, m.get(X)))
            .when(m -> !m.root().shape().equals(m.get(X).shape())
                    && Layouts.haveSameBytes(m.shape(), m.get(X).shape().asArray()))
            .provided(
                    m -> AlgebraicOptions.isLayoutSensitive(m),
                    "layouts are not assigned yet, so that bytes have no place");

    static final RewriteRule REDUCE_PRECISION_SAME = rule(
                    "reduce-precision-same",
                    "reduce-precision(x) → x, where the type has no more bits",
                    op(REDUCE_PRECISION, X),
                    m -> m.get(X))
            .provided(ConversionRules::keepsAllBits, "some bits of x do not fit");

    static final List<RewriteRule> ALL = List.of(
            CONVERT_SAME,
            CONVERT_BACK,
            NARROW_ARITHMETIC,
            BITCAST_SAME,
            BITCAST_BITCAST,
            BITCAST_OF_BROADCAST,
            BITCAST_CONVERT_SAME,
            BITCAST_CONVERT_CHAIN,
            COPY_COPY,
            COPY_SAME,
            COPY_AS_BITCAST,
            REDUCE_PRECISION_SAME);

    private static PrimitiveType typeOf(HloInstruction instruction) {
        return instruction.shape().asArray().elementType();
    }

    private static boolean keepsAllBits(Match match) {
        var op = (HloOp.ReducePrecision) match.root().op();
        return switch (match.type()) {
            case F64 -> op.exponentBits() >= 11 && op.mantissaBits() >= 52;
            case F32 -> op.exponentBits() >= 8 && op.mantissaBits() >= 23;
            case F16 -> op.exponentBits() >= 5 && op.mantissaBits() >= 10;
            case BF16 -> op.exponentBits() >= 8 && op.mantissaBits() >= 7;
            default -> false;
        };
    }
}
