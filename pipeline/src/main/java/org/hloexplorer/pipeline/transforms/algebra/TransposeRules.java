package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.BITCAST;
import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.transpose;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of transposes. */
final class TransposeRules {
    private TransposeRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule TRANSPOSE_IDENTITY = rule(
                    "transpose-identity", "transpose(x) → x, where nothing moves", transpose(X), m -> m.get(X))
            .when(m -> Dimensions.isIdentity(Dimensions.of(m.root())));

    static final RewriteRule TRANSPOSE_TRANSPOSE = rule(
            "transpose-transpose",
            "transpose(transpose(x)) → transpose(x)",
            transpose(transpose(X).as(INNER)),
            m -> m.transpose(
                    m.get(X), m.shape(), Dimensions.composed(Dimensions.of(m.root()), Dimensions.of(m.get(INNER)))));

    static final RewriteRule TRANSPOSE_BROADCAST = rule(
                    "transpose-broadcast",
                    "transpose(broadcast(x)) → broadcast(x), where the dimensions of x keep their order",
                    transpose(broadcast(X).withOneUser().as(INNER)),
                    m -> m.broadcast(m.get(X), m.shape(), movedDimensions(m)))
            .when(m -> Dimensions.isSorted(movedDimensions(m)));

    static final RewriteRule TRANSPOSE_IOTA = rule(
            "transpose-iota",
            "transpose(iota) → iota",
            transpose(op(IOTA).as(X)),
            m -> m.add(
                    new HloOp.AlongDimension(
                            IOTA, Dimensions.of(m.root()).indexOf(BroadcastRules.iotaDimension(m.get(X)))),
                    m.root().shape()));

    static final RewriteRule TRANSPOSE_DOT = rule(
                    "transpose-dot",
                    "transpose(dot(x, y)) → dot(y, x)",
                    transpose(op(DOT, X, Y).withOneUser().as(INNER)),
                    TransposeRules::swappedDot)
            .when(m -> m.shape().rank() == 2
                    && ((HloOp.Dot) m.get(INNER).op()).dimensions().lhsBatch().isEmpty());

    static final RewriteRule TRANSPOSE_OF_ONES = rule(
                    "transpose-of-ones",
                    "transpose(x) → reshape(x), where only dimensions of size 1 move",
                    transpose(X),
                    m -> m.reshape(m.get(X), m.root().shape()))
            .when(m -> movesOnlyOnes(m.root(), m))
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule TRANSPOSE_AS_BITCAST = rule(
                    "transpose-as-bitcast",
                    "transpose(x) → bitcast(x), where the bytes stay in place",
                    transpose(X),
                    m -> m.like(BITCAST, m.get(X)))
            .when(TransposeRules::keepsBytes)
            .provided(AlgebraicOptions::isLayoutSensitive, "layouts are not assigned yet, so that bytes have no place");

    static final List<RewriteRule> ALL = List.of(
            TRANSPOSE_IDENTITY,
            TRANSPOSE_TRANSPOSE,
            TRANSPOSE_BROADCAST,
            TRANSPOSE_IOTA,
            TRANSPOSE_DOT,
            TRANSPOSE_OF_ONES,
            TRANSPOSE_AS_BITCAST);

    /** Whether the dimensions longer than 1 stay in order. */
    static boolean movesOnlyOnes(HloInstruction transpose, Match match) {
        var operand = match.operand(transpose, 0).shape().asArray();
        var long1 = Dimensions.of(transpose).stream()
                .filter(dimension -> operand.dimension(dimension) != 1)
                .toList();
        return Dimensions.isSorted(long1);
    }

    private static List<Integer> movedDimensions(Match match) {
        var permutation = Dimensions.of(match.root());
        return Dimensions.of(match.get(INNER)).stream()
                .map(permutation::indexOf)
                .toList();
    }

    private static HloInstruction swappedDot(Match match) {
        var dot = (HloOp.Dot) match.get(INNER).op();
        var dimensions = dot.dimensions();
        var swapped = new DotDimensions(
                dimensions.rhsContracting(), dimensions.lhsContracting(), dimensions.rhsBatch(), dimensions.lhsBatch());
        var precision = new Precision(
                dot.precision().operandPrecision().reversed(), dot.precision().algorithm());
        return match.add(new HloOp.Dot(swapped, precision), match.root().shape(), match.get(Y), match.get(X));
    }

    private static boolean keepsBytes(Match match) {
        var permutation = Dimensions.of(match.root());
        var order = match.get(X).shape().asArray().layout().minorToMajor().stream()
                .map(permutation::indexOf)
                .toList();
        return order.equals(match.shape().layout().minorToMajor());
    }
}
