package org.hloexplorer.pipeline.transforms;

import static org.hloexplorer.hlo.HloOpcode.GET_TUPLE_ELEMENT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Undoes tuples that are taken apart where they were made, or made of what was just taken apart. */
public final class TupleSimplifier {
    private TupleSimplifier() {}

    static final RewriteRule ELEMENT_OF_TUPLE = rule(
            "element-of-tuple",
            "get-tuple-element(tuple(x0, …, xn), i) → xi",
            op(GET_TUPLE_ELEMENT, op(TUPLE)),
            match -> match.operand(match.operand(match.root(), 0), indexOf(match.root())));

    static final RewriteRule TUPLE_OF_ELEMENTS = rule(
                    "tuple-of-elements",
                    "tuple(get-tuple-element(t, 0), …, get-tuple-element(t, n)) → t",
                    op(TUPLE, op(GET_TUPLE_ELEMENT)),
                    TupleSimplifier::wholeTuple)
            .when(TupleSimplifier::takesAllInOrder);

    public static final HloPass PASS = RulePass.of(
            "tuple-simplifier",
            "removes tuples that are only made to be taken apart",
            ELEMENT_OF_TUPLE,
            TUPLE_OF_ELEMENTS);

    private static int indexOf(HloInstruction element) {
        return ((HloOp.GetTupleElement) element.op()).index();
    }

    private static HloInstruction wholeTuple(Match match) {
        return match.operand(match.operand(match.root(), 0), 0);
    }

    private static boolean takesAllInOrder(Match match) {
        var elements = match.editor().operands(match.root());
        var whole = wholeTuple(match);
        return whole.shape() instanceof Shape.Tuple(var parts)
                && parts.size() == elements.size()
                && IntStream.range(0, elements.size()).allMatch(i -> isElement(elements.get(i), i, whole));
    }

    private static boolean isElement(HloInstruction element, int index, HloInstruction whole) {
        return element.op() instanceof HloOp.GetTupleElement(int taken)
                && taken == index
                && element.operandId(0) == whole.id();
    }
}
