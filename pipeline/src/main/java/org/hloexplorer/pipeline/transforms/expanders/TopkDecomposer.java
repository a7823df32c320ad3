package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.TOPK;
import static org.hloexplorer.hlo.PrimitiveType.S32;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Takes the first elements of a sort for the largest or smallest ones. */
public final class TopkDecomposer {
    private TopkDecomposer() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule SORT_FOR_TOP =
            rule("sort-for-top", "topk(x) → slices of sort(x, iota)", op(TOPK, X), TopkDecomposer::sorted);

    public static final HloPass PASS = RulePass.of("topk-decomposer", "sorts for the largest elements", SORT_FOR_TOP);

    private static HloInstruction sorted(Match match) {
        var emitter = Emitter.at(match);
        var topK = (HloOp.TopK) match.root().op();
        var shape = match.get(X).shape().asArray();
        int last = shape.rank() - 1;
        int comparator = emitter.function("compare_values", inside -> comparison(inside, shape.elementType(), topK));
        var places = emitter.iota(S32, shape.dimensions(), last);
        var sorted = emitter.add(
                new HloOp.Sort(last, true, comparator),
                Shape.tuple(match.get(X).shape(), places.shape()),
                match.get(X),
                places);
        return emitter.tuple(List.of(
                emitter.slice(emitter.element(sorted, 0), last, 0, topK.k()),
                emitter.slice(emitter.element(sorted, 1), last, 0, topK.k())));
    }

    private static HloInstruction comparison(Emitter emitter, PrimitiveType type, HloOp.TopK topK) {
        var left = emitter.parameter(0, Shape.scalar(type));
        var right = emitter.parameter(1, Shape.scalar(type));
        emitter.parameter(2, Shape.scalar(S32));
        emitter.parameter(3, Shape.scalar(S32));
        return emitter.add(
                new HloOp.Compare(
                        topK.largest() ? ComparisonDirection.GT : ComparisonDirection.LT,
                        type.isFloating() ? ComparisonType.TOTALORDER : null),
                Shape.scalar(PrimitiveType.PRED),
                left,
                right);
    }
}
