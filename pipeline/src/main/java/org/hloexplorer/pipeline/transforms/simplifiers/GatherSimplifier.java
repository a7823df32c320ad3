package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.GATHER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Brings gathers into one form: one list of indices, whole windows at the end of the result. */
public final class GatherSimplifier {
    private GatherSimplifier() {}

    private static final Capture X = new Capture("x");
    private static final Capture INDICES = new Capture("indices");

    static final RewriteRule SIMPLIFY_GATHER = rule(
                    "simplify-gather",
                    "gather(x, indices) → reshape(gather(x, list of indices)) without collapsed dimensions",
                    op(GATHER, X, INDICES),
                    GatherSimplifier::simplified)
            .when(m -> !isSimple(m) && dimensions(m).operandBatchingDims().isEmpty());

    public static final HloPass PASS =
            RulePass.of("gather_simplifier", "brings gathers into one form", SIMPLIFY_GATHER);

    private static HloOp.Gather gather(Match match) {
        return (HloOp.Gather) match.root().op();
    }

    private static GatherDimensions dimensions(Match match) {
        return gather(match).dimensions();
    }

    private static boolean isSimple(Match match) {
        var dimensions = dimensions(match);
        int rank = match.get(X).shape().asArray().rank();
        return match.get(INDICES).shape().asArray().rank() == 2
                && dimensions.indexVectorDim() == 1
                && dimensions.collapsedSliceDims().isEmpty()
                && dimensions
                        .startIndexMap()
                        .equals(range(0, dimensions.startIndexMap().size()))
                && dimensions.offsetDims().equals(range(1, rank + 1));
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    private static HloInstruction simplified(Match match) {
        var dimensions = dimensions(match);
        var operand = match.get(X).shape().asArray();
        var permutation = Stream.concat(
                        dimensions.startIndexMap().stream(),
                        IntStream.range(0, operand.rank())
                                .filter(i -> !dimensions.startIndexMap().contains(i))
                                .boxed())
                .toList();
        var sorted = turned(match, match.get(X), permutation);
        var sizes = permutation.stream().map(gather(match).sliceSizes()::get).toList();
        var list = indexList(match);
        long count = list.shape().asArray().dimension(0);
        var simple = new GatherDimensions(
                range(1, operand.rank() + 1),
                List.of(),
                range(0, dimensions.startIndexMap().size()),
                List.of(),
                List.of(),
                1);
        var resultSizes = Stream.concat(Stream.of(count), sizes.stream()).toList();
        var gathered = match.add(
                new HloOp.Gather(simple, sizes, gather(match).indicesAreSorted()),
                Shape.array(match.type(), resultSizes),
                sorted,
                list);
        return restored(match, gathered, permutation);
    }

    private static HloInstruction turned(Match match, HloInstruction operand, List<Integer> permutation) {
        if (permutation.equals(range(0, permutation.size()))) {
            return operand;
        }
        var shape = operand.shape().asArray();
        var sizes = permutation.stream().map(shape::dimension).toList();
        return match.transpose(operand, Shape.array(shape.elementType(), sizes), permutation);
    }

    /** The indices as [number, index vector]. */
    private static HloInstruction indexList(Match match) {
        var indices = match.get(INDICES).shape().asArray();
        int vector = dimensions(match).indexVectorDim();
        var others = IntStream.range(0, indices.rank())
                .filter(i -> i != vector)
                .boxed()
                .toList();
        var permutation = new ArrayList<>(others);
        if (vector < indices.rank()) {
            permutation.add(vector);
        }
        long count = others.stream().mapToLong(indices::dimension).reduce(1, (a, b) -> a * b);
        long length = vector < indices.rank() ? indices.dimension(vector) : 1;
        return match.reshape(
                turned(match, match.get(INDICES), permutation), Shape.array(indices.elementType(), count, length));
    }

    /** Takes collapsed dimensions out, spreads the list over the batch dimensions and puts all where they belong. */
    private static HloInstruction restored(Match match, HloInstruction gathered, List<Integer> permutation) {
        var dimensions = dimensions(match);
        var shape = match.shape();
        var batch = IntStream.range(0, shape.rank())
                .filter(i -> !dimensions.offsetDims().contains(i))
                .boxed()
                .toList();
        var kept = permutation.stream()
                .filter(i -> !dimensions.collapsedSliceDims().contains(i))
                .toList();
        var sizes = new ArrayList<Long>();
        batch.forEach(i -> sizes.add(shape.dimension(i)));
        kept.forEach(i -> sizes.add(gather(match).sliceSizes().get(i)));
        var spread = match.reshape(gathered, Shape.array(match.type(), sizes));

        var inOperandOrder = kept.stream().sorted().toList();
        var back = new ArrayList<Integer>();
        for (int i = 0; i < shape.rank(); i++) {
            int offset = dimensions.offsetDims().indexOf(i);
            back.add(offset < 0 ? batch.indexOf(i) : batch.size() + kept.indexOf(inOperandOrder.get(offset)));
        }
        return back.equals(range(0, back.size())) ? spread : match.transpose(spread, shape, back);
    }
}
