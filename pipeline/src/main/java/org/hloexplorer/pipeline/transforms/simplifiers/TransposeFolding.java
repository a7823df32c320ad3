package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.transpose;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Lets a product read a matrix in the other order instead of transposing it. */
public final class TransposeFolding {
    private TransposeFolding() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture MOVED = new Capture("moved");

    static final RewriteRule FOLD_RIGHT = rule(
                    "fold-right-transpose",
                    "dot(x, transpose(y)) → dot(x, y), contracting the other dimension of y",
                    op(DOT, X, transpose(Y).as(MOVED)),
                    m -> m.add(swapped(m, false), m.root().shape(), m.get(X), m.get(Y)))
            .when(TransposeFolding::isMatrixProduct)
            .provided(
                    m -> isPlainMatrix(m.get(MOVED)),
                    "only the two dimensions of a matrix can be read in either order");

    static final RewriteRule FOLD_LEFT = rule(
                    "fold-left-transpose",
                    "dot(transpose(x), y) → dot(x, y), contracting the other dimension of x",
                    op(DOT, transpose(X).as(MOVED), Y),
                    m -> m.add(swapped(m, true), m.root().shape(), m.get(X), m.get(Y)))
            .when(TransposeFolding::isMatrixProduct)
            .provided(
                    m -> isPlainMatrix(m.get(MOVED)),
                    "only the two dimensions of a matrix can be read in either order");

    public static final HloPass PASS =
            RulePass.of("transpose-folding", "lets products read matrices in the other order", FOLD_RIGHT, FOLD_LEFT);

    private static DotDimensions dimensions(Match match) {
        return ((HloOp.Dot) match.root().op()).dimensions();
    }

    private static boolean isMatrixProduct(Match match) {
        var dimensions = dimensions(match);
        return match.root().shape() instanceof Shape.Array array
                && array.rank() == 2
                && dimensions.lhsBatch().isEmpty()
                && dimensions.lhsContracting().size() == 1;
    }

    private static boolean isPlainMatrix(HloInstruction transpose) {
        return ((HloOp.WithDimensions) transpose.op()).dimensions().equals(List.of(1, 0));
    }

    private static HloOp swapped(Match match, boolean isLeft) {
        var dimensions = dimensions(match);
        var left = isLeft ? other(dimensions.lhsContracting()) : dimensions.lhsContracting();
        var right = isLeft ? dimensions.rhsContracting() : other(dimensions.rhsContracting());
        return new HloOp.Dot(
                new DotDimensions(left, right, List.of(), List.of()),
                ((HloOp.Dot) match.root().op()).precision());
    }

    private static List<Integer> other(List<Integer> dimension) {
        return List.of(1 - dimension.getFirst());
    }
}
