package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.pipeline.rewrite.Patterns.any;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.lang.foreign.MemorySegment;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Makes constants of arrays without elements. */
public final class ZeroSizedHloElimination {
    private ZeroSizedHloElimination() {}

    static final RewriteRule REPLACE_EMPTY = rule(
                    "replace-empty", "an array without elements → constant({})", any(), ZeroSizedHloElimination::empty)
            .when(m -> m.root().shape() instanceof Shape.Array array
                    && array.isStatic()
                    && array.elements() == 0
                    && !(m.root().op() instanceof HloOp.Constant)
                    && !(m.root().op() instanceof HloOp.Parameter)
                    && !m.editor().module().sideEffects().of(m.root()));

    public static final HloPass PASS =
            RulePass.of("zero_sized_hlo_elimination", "makes constants of arrays without elements", REPLACE_EMPTY);

    private static HloInstruction empty(Match match) {
        return match.add(
                new HloOp.Constant(Literal.of(match.shape(), MemorySegment.ofArray(new byte[0]))),
                match.root().shape());
    }
}
