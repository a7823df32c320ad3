package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Takes batch dimensions of size 1 out of products. */
public final class BatchDotSimplification {
    private BatchDotSimplification() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");

    static final RewriteRule DROP_SINGLE_BATCH = rule(
                    "drop-single-batch",
                    "dot(x, y) with a batch of one → reshape(dot(reshape(x), reshape(y)))",
                    op(DOT, X, Y),
                    BatchDotSimplification::withoutSingles)
            .when(m -> !singles(m).isEmpty());

    public static final HloPass PASS = RulePass.of(
            "batch-dot-simplification", "takes batch dimensions of size 1 out of products", DROP_SINGLE_BATCH);

    private static HloOp.Dot dot(Match match) {
        return (HloOp.Dot) match.root().op();
    }

    /** The numbers of the batches of size 1, among the batches. */
    private static List<Integer> singles(Match match) {
        var batch = dot(match).dimensions().lhsBatch();
        var shape = match.get(X).shape().asArray();
        return IntStream.range(0, batch.size())
                .filter(i -> shape.dimension(batch.get(i)) == 1)
                .boxed()
                .toList();
    }

    private static HloInstruction withoutSingles(Match match) {
        var dimensions = dot(match).dimensions();
        var singles = singles(match);
        var leftGone = singles.stream().map(dimensions.lhsBatch()::get).toList();
        var rightGone = singles.stream().map(dimensions.rhsBatch()::get).toList();
        var kept = new DotDimensions(
                renumbered(dimensions.lhsContracting(), leftGone),
                renumbered(dimensions.rhsContracting(), rightGone),
                renumbered(dimensions.lhsBatch(), leftGone),
                renumbered(dimensions.rhsBatch(), rightGone));
        var product = match.add(
                new HloOp.Dot(kept, dot(match).precision()),
                without(match.shape(), singles),
                match.reshape(match.get(X), without(match.get(X).shape().asArray(), leftGone)),
                match.reshape(match.get(Y), without(match.get(Y).shape().asArray(), rightGone)));
        return match.reshape(product, match.root().shape());
    }

    private static Shape.Array without(Shape.Array shape, List<Integer> gone) {
        var sizes = IntStream.range(0, shape.rank())
                .filter(i -> !gone.contains(i))
                .mapToObj(shape::dimension)
                .toList();
        return Shape.array(shape.elementType(), sizes);
    }

    private static List<Integer> renumbered(List<Integer> dimensions, List<Integer> gone) {
        return dimensions.stream()
                .filter(dimension -> !gone.contains(dimension))
                .map(dimension -> dimension
                        - (int) gone.stream().filter(each -> each < dimension).count())
                .toList();
    }
}
