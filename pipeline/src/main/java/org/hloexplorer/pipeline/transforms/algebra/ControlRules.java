package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ALL_GATHER;
import static org.hloexplorer.hlo.HloOpcode.ALL_TO_ALL;
import static org.hloexplorer.hlo.HloOpcode.CONDITIONAL;
import static org.hloexplorer.hlo.HloOpcode.CONSTANT;
import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.hlo.HloOpcode.GET_TUPLE_ELEMENT;
import static org.hloexplorer.hlo.HloOpcode.MAP;
import static org.hloexplorer.hlo.HloOpcode.SORT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.scalarConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of tuples, maps, conditionals, sorts and collectives. */
final class ControlRules {
    private ControlRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture P = new Capture("p");

    static final RewriteRule ELEMENT_OF_TUPLE = rule(
            "element-of-made-tuple",
            "get-tuple-element(tuple(x0, …, xn), i) → xi",
            op(GET_TUPLE_ELEMENT, op(TUPLE).as(X)),
            m -> m.operand(m.get(X), ((HloOp.GetTupleElement) m.root().op()).index()));

    static final RewriteRule CONSTANT_TUPLE = rule(
                    "constant-tuple",
                    "constant((c0, …, cn)) → tuple(c0, …, cn)",
                    op(CONSTANT),
                    ControlRules::tupleOfConstants)
            .when(m -> m.root().shape() instanceof Shape.Tuple);

    static final RewriteRule MAP_SINGLE = rule(
                    "map-single",
                    "map(x, y) with one elementwise operation → that operation",
                    op(MAP),
                    m -> m.add(
                            mapped(m).op(),
                            m.root().shape(),
                            m.editor().operands(m.root()).toArray(HloInstruction[]::new)))
            .when(ControlRules::mapsOneOperation);

    static final RewriteRule CONDITIONAL_ON_PREDICATE = rule(
                    "conditional-on-predicate",
                    "conditional(convert(p), f, g) → conditional(p, g, f)",
                    op(CONDITIONAL, op(CONVERT, P)),
                    ControlRules::onPredicate)
            .when(m -> m.get(P).shape().equals(Shape.scalar(PrimitiveType.PRED))
                    && m.root().calledComputations().size() == 2);

    static final RewriteRule SORT_NOTHING = rule(
                    "sort-nothing", "sort(x) → x, where there is nothing to sort", op(SORT, X), m -> m.get(X))
            .when(m -> m.root().operandCount() == 1
                    && m.shape().dimension(((HloOp.Sort) m.root().op()).dimension()) <= 1);

    static final RewriteRule ALL_GATHER_BROADCAST = rule(
                    "all-gather-broadcast",
                    "all-gather(broadcast(scalar)) → broadcast(scalar)",
                    op(ALL_GATHER, broadcast(scalarConstant().as(X))),
                    m -> m.broadcastScalar(m.get(X), m.shape()))
            .when(m -> m.root().operandCount() == 1);

    static final RewriteRule ALL_TO_ALL_BROADCAST = rule(
                    "all-to-all-broadcast",
                    "all-to-all(broadcast(scalar)) → broadcast(scalar)",
                    op(ALL_TO_ALL, broadcast(scalarConstant().as(X))),
                    m -> m.broadcastScalar(m.get(X), m.shape()))
            .when(m -> m.root().operandCount() == 1 && m.root().shape() instanceof Shape.Array);

    static final List<RewriteRule> ALL = List.of(
            ELEMENT_OF_TUPLE,
            CONSTANT_TUPLE,
            MAP_SINGLE,
            CONDITIONAL_ON_PREDICATE,
            SORT_NOTHING,
            ALL_GATHER_BROADCAST,
            ALL_TO_ALL_BROADCAST);

    private static HloInstruction tupleOfConstants(Match match) {
        var parts = Match.literal(match.root()).elements().stream()
                .map(part -> match.add(new HloOp.Constant(part), part.shape()))
                .toArray(HloInstruction[]::new);
        return match.plain(TUPLE, match.root().shape(), parts);
    }

    private static HloInstruction mapped(Match match) {
        var function = match.editor()
                .module()
                .current(match.root().calledComputations().getFirst());
        return function.root();
    }

    private static boolean mapsOneOperation(Match match) {
        var function = match.editor()
                .module()
                .current(match.root().calledComputations().getFirst());
        var root = function.root();
        if (!root.opcode().isElementwise()
                || root.operandCount() != match.root().operandCount()) {
            return false;
        }
        return IntStream.range(0, root.operandCount())
                .allMatch(i -> function.operand(root, i).op() instanceof HloOp.Parameter(int number) && number == i);
    }

    /** Index 0 is what {@code false} converts to, but branch 0 is what {@code true} takes. */
    private static HloInstruction onPredicate(Match match) {
        var operands = match.editor().operands(match.root());
        var branches = match.root().calledComputations();
        return match.add(
                new HloOp.Conditional(branches.reversed(), true),
                match.root().shape(),
                match.get(P),
                operands.get(2),
                operands.get(1));
    }
}
