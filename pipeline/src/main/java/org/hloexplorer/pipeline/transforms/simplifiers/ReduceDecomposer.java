package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.COPY;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Lets a reduction yield its result in the operand's order, and a copy change it. */
public final class ReduceDecomposer {
    private ReduceDecomposer() {}

    static final RewriteRule REDUCE_IN_ORDER = rule(
                    "reduce-in-order",
                    "reduce(x) into another order of dimensions → copy(reduce(x))",
                    op(REDUCE).where(at -> at.shape() instanceof Shape.Array),
                    m -> m.plain(
                            COPY,
                            m.root().shape(),
                            m.add(
                                    m.root().op(),
                                    natural(m),
                                    m.editor().operands(m.root()).toArray(HloInstruction[]::new))))
            .when(m -> !natural(m).equals(m.root().shape()));

    public static final HloPass PASS =
            RulePass.of("reduce-decomposer", "lets reductions keep the order of dimensions", REDUCE_IN_ORDER);

    /** The result's shape with the order that the dimensions which remain have in the operand. */
    private static Shape.Array natural(Match match) {
        var operand = match.operand(match.root(), 0).shape().asArray();
        var reduced = ((HloOp.OverDimensions) match.root().op()).dimensions();
        var kept = IntStream.range(0, operand.rank())
                .filter(i -> !reduced.contains(i))
                .boxed()
                .toList();
        var order = operand.layout().minorToMajor().stream()
                .filter(kept::contains)
                .map(kept::indexOf)
                .toList();
        return match.shape().withLayout(Layout.of(order));
    }
}
