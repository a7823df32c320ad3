package org.hloexplorer.pipeline.transforms;

import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.rewrite.Patterns;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Undoes tuples that are taken apart where they were made, or made of what was just taken apart. */
public final class TupleSimplifier implements HloPass {

    static final RewriteRule ELEMENT_OF_TUPLE = rule(
            "element-of-tuple",
            "get-tuple-element(tuple(x0, …, xn), i) → xi",
            Patterns.op(HloOpcode.GET_TUPLE_ELEMENT, Patterns.op(HloOpcode.TUPLE)),
            match -> match.operand(match.operand(match.root(), 0), indexOf(match.root())));

    static final RewriteRule TUPLE_OF_ELEMENTS = rule(
                    "tuple-of-elements",
                    "tuple(get-tuple-element(t, 0), …, get-tuple-element(t, n)) → t",
                    Patterns.op(HloOpcode.TUPLE, Patterns.op(HloOpcode.GET_TUPLE_ELEMENT)),
                    TupleSimplifier::wholeTuple)
            .when(TupleSimplifier::takesAllInOrder);

    static final List<RewriteRule> ALL = List.of(ELEMENT_OF_TUPLE, TUPLE_OF_ELEMENTS);

    @Override
    public String name() {
        return "tuple-simplifier";
    }

    @Override
    public String summary() {
        return "removes tuples that are only made to be taken apart";
    }

    @Override
    public List<RuleDescription> rules() {
        return ALL.stream().map(RewriteRule::description).toList();
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            RuleSweep.over(editor.edit(computation), _ -> ALL);
        }
        return editor.commit();
    }

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
