package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.BITCAST;
import static org.hloexplorer.hlo.HloOpcode.COPY;
import static org.hloexplorer.pipeline.rewrite.Patterns.reshape;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes reshapes as bitcasts, behind a copy into the layout in which they move nothing, where that is needed. */
public final class ReshapeDecomposer {
    private ReshapeDecomposer() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule RESHAPE_TO_BITCAST = rule(
                    "reshape-to-bitcast",
                    "reshape(x) → bitcast(x), where both are row-major",
                    reshape(X),
                    m -> m.like(BITCAST, m.get(X)))
            .when(m -> isRowMajor(m.get(X)) && isRowMajor(m.root()));

    static final RewriteRule RESHAPE_TO_COPIES = rule(
                    "reshape-to-copies",
                    "reshape(x) → copy(bitcast(copy(x))) through row-major layouts",
                    reshape(X),
                    ReshapeDecomposer::throughRowMajor)
            .when(m -> !isRowMajor(m.get(X)) || !isRowMajor(m.root()));

    public static final HloPass PASS = RulePass.of(
            "reshape-decomposer", "writes reshapes as copies and bitcasts", RESHAPE_TO_BITCAST, RESHAPE_TO_COPIES);

    private static boolean isRowMajor(HloInstruction instruction) {
        return instruction.shape().asArray().layout().isDescending();
    }

    private static Shape.Array rowMajor(HloInstruction instruction) {
        var shape = instruction.shape().asArray();
        return shape.withLayout(Layout.descending(shape.rank()));
    }

    private static HloInstruction throughRowMajor(Match match) {
        var source = isRowMajor(match.get(X)) ? match.get(X) : match.plain(COPY, rowMajor(match.get(X)), match.get(X));
        var cast = match.plain(BITCAST, rowMajor(match.root()), source);
        return isRowMajor(match.root()) ? cast : match.plain(COPY, match.root().shape(), cast);
    }
}
