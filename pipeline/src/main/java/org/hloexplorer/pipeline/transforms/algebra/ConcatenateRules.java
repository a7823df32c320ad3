package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.BROADCAST;
import static org.hloexplorer.hlo.HloOpcode.CONCATENATE;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.inOrder;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of concatenation. */
final class ConcatenateRules {
    private ConcatenateRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture V = new Capture("v");

    static final RewriteRule CONCATENATE_ONE = rule(
                    "concatenate-one", "concatenate(x) → x", op(CONCATENATE, X), m -> m.get(X))
            .when(m -> m.root().operandCount() == 1);

    static final RewriteRule CONCATENATE_EMPTY = rule(
                    "concatenate-empty",
                    "concatenate(x, empty, y) → concatenate(x, y)",
                    op(CONCATENATE),
                    m -> concatenated(m, nonEmpty(m)))
            .when(m -> !nonEmpty(m).isEmpty() && nonEmpty(m).size() < m.root().operandCount());

    static final RewriteRule CONCATENATE_NESTED = rule(
                    "concatenate-nested",
                    "concatenate(x, concatenate(y, z)) → concatenate(x, y, z)",
                    op(CONCATENATE),
                    m -> concatenated(m, flattened(m)))
            .when(m -> flattened(m).size() > m.root().operandCount())
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule CONCATENATE_SLICES = rule(
                    "concatenate-slices",
                    "concatenate(x[a:b], x[b:c]) → x[a:c]",
                    op(CONCATENATE),
                    m -> concatenated(m, joinedSlices(m)))
            .when(ConcatenateRules::hasAdjacentSlices);

    static final RewriteRule CONCATENATE_AS_PAD = rule(
                    "concatenate-as-pad",
                    "concatenate(x, broadcast(scalar)) → pad(x, scalar)",
                    inOrder(CONCATENATE, X, broadcast(V)),
                    m -> padded(
                            m,
                            m.get(X),
                            0,
                            m.shape().dimension(dimension(m))
                                    - m.get(X).shape().asArray().dimension(dimension(m))))
            .when(m -> m.root().operandCount() == 2
                    && Constants.isScalar(m.get(V))
                    && m.get(X).opcode() != BROADCAST);

    static final RewriteRule CONCATENATE_BEHIND_PAD = rule(
                    "concatenate-behind-pad",
                    "concatenate(broadcast(scalar), x) → pad(x, scalar)",
                    inOrder(CONCATENATE, broadcast(V), X),
                    m -> padded(
                            m,
                            m.get(X),
                            m.shape().dimension(dimension(m))
                                    - m.get(X).shape().asArray().dimension(dimension(m)),
                            0))
            .when(m -> m.root().operandCount() == 2
                    && Constants.isScalar(m.get(V))
                    && m.get(X).opcode() != BROADCAST);

    static final RewriteRule CONCATENATE_SAME_BROADCASTS = rule(
                    "concatenate-same-broadcasts",
                    "concatenate(broadcast(scalar), broadcast(scalar)) → broadcast(scalar)",
                    op(CONCATENATE, broadcast(V)),
                    m -> m.broadcastScalar(m.get(V), m.shape()))
            .when(m -> Constants.isScalar(m.get(V))
                    && m.editor().operands(m.root()).stream()
                            .allMatch(each -> each.opcode() == BROADCAST
                                    && each.operandId(0) == m.get(V).id()));

    /** XLA looks at two operands with an eye to padding only, and so never gets to this. */
    static final RewriteRule CONCATENATE_SAME = rule(
                    "concatenate-same",
                    "concatenate(x, x, x), x of size 1 there → broadcast(reshape(x))",
                    op(CONCATENATE),
                    ConcatenateRules::repeated)
            .when(ConcatenateRules::isSameThroughout)
            .provided(
                    m -> m.root().operandCount() > 2,
                    "with two operands XLA only tries concatenate-as-pad and concatenate-behind-pad, which shadow it");

    static final List<RewriteRule> ALL = List.of(
            CONCATENATE_ONE,
            CONCATENATE_EMPTY,
            CONCATENATE_SAME_BROADCASTS,
            CONCATENATE_SLICES,
            CONCATENATE_NESTED,
            CONCATENATE_AS_PAD,
            CONCATENATE_BEHIND_PAD,
            CONCATENATE_SAME);

    private static boolean isSameThroughout(Match match) {
        int dimension = ((HloOp.AlongDimension) match.root().op()).dimension();
        var first = match.operand(match.root(), 0);
        return match.root().operandCount() > 1
                && first.shape().asArray().dimension(dimension) == 1
                && match.editor().operands(match.root()).stream().allMatch(each -> each.id() == first.id());
    }

    private static HloInstruction repeated(Match match) {
        int dimension = ((HloOp.AlongDimension) match.root().op()).dimension();
        var first = match.operand(match.root(), 0);
        var places = IntStream.range(0, match.shape().rank())
                .filter(i -> i != dimension)
                .boxed()
                .toList();
        var sizes = places.stream().map(match.shape()::dimension).toList();
        return match.broadcast(match.reshape(first, Shape.array(match.type(), sizes)), match.shape(), places);
    }

    private static int dimension(Match match) {
        return ((HloOp.AlongDimension) match.root().op()).dimension();
    }

    private static HloInstruction concatenated(Match match, List<HloInstruction> operands) {
        return operands.size() == 1
                ? operands.getFirst()
                : match.add(match.root().op(), match.root().shape(), operands.toArray(HloInstruction[]::new));
    }

    private static List<HloInstruction> nonEmpty(Match match) {
        return match.editor().operands(match.root()).stream()
                .filter(operand -> operand.shape().asArray().elements() > 0)
                .toList();
    }

    private static List<HloInstruction> flattened(Match match) {
        return match.editor().operands(match.root()).stream()
                .flatMap(operand ->
                        operand.op().equals(match.root().op()) && match.editor().userCount(operand) == 1
                                ? match.editor().operands(operand).stream()
                                : Stream.of(operand))
                .toList();
    }

    private static boolean hasAdjacentSlices(Match match) {
        var operands = match.editor().operands(match.root());
        return IntStream.range(1, operands.size())
                .anyMatch(i -> areAdjacent(operands.get(i - 1), operands.get(i), dimension(match)));
    }

    /** The operands, where each run of adjacent slices of one array is one slice. */
    private static List<HloInstruction> joinedSlices(Match match) {
        var joined = new ArrayList<HloInstruction>();
        for (var operand : match.editor().operands(match.root())) {
            var last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && areAdjacent(last, operand, dimension(match))) {
                joined.set(joined.size() - 1, joinedSlice(match, last, operand));
            } else {
                joined.add(operand);
            }
        }
        return joined;
    }

    private static boolean areAdjacent(HloInstruction left, HloInstruction right, int dimension) {
        return left.op() instanceof HloOp.Slice(var leftStarts, var leftLimits, var leftStrides)
                && right.op() instanceof HloOp.Slice(var rightStarts, var rightLimits, var rightStrides)
                && left.operandId(0) == right.operandId(0)
                && leftStrides.stream().allMatch(stride -> stride == 1)
                && rightStrides.stream().allMatch(stride -> stride == 1)
                && leftLimits.get(dimension).equals(rightStarts.get(dimension))
                && IntStream.range(0, leftStarts.size())
                        .filter(i -> i != dimension)
                        .allMatch(i -> leftStarts.get(i).equals(rightStarts.get(i))
                                && leftLimits.get(i).equals(rightLimits.get(i)));
    }

    private static HloInstruction joinedSlice(Match match, HloInstruction left, HloInstruction right) {
        var first = (HloOp.Slice) left.op();
        var second = (HloOp.Slice) right.op();
        var op = new HloOp.Slice(first.starts(), second.limits(), first.strides());
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < op.starts().size(); i++) {
            sizes.add(op.limits().get(i) - op.starts().get(i));
        }
        return match.add(op, Shape.array(match.type(), sizes), match.operand(left, 0));
    }

    private static HloInstruction padded(Match match, HloInstruction operand, long before, long after) {
        var zeros = Collections.nCopies(match.shape().rank(), 0L);
        var low = new ArrayList<>(zeros);
        var high = new ArrayList<>(zeros);
        low.set(dimension(match), before);
        high.set(dimension(match), after);
        return match.add(new HloOp.Pad(low, high, zeros), match.root().shape(), operand, match.get(V));
    }
}
