package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.hlo.HloOpcode.RESHAPE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Brings products into the form of batches of matrices: one dimension summed, one left over on each side. */
public final class DotDecomposer {
    private DotDecomposer() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");

    static final RewriteRule CANONICALIZE_DOT = rule(
                    "canonicalize-dot",
                    "dot(x, y) → reshape(dot(reshape(transpose(x)), reshape(transpose(y))))",
                    op(DOT, X, Y),
                    DotDecomposer::canonical)
            .when(m -> !isCanonical(m));

    public static final HloPass PASS =
            RulePass.of("dot_decomposer", "brings products into the form of batches of matrices", CANONICALIZE_DOT);

    private static DotDimensions dimensions(Match match) {
        return ((HloOp.Dot) match.root().op()).dimensions();
    }

    private static boolean isCanonical(Match match) {
        var dimensions = dimensions(match);
        int batches = dimensions.lhsBatch().size();
        return dimensions.lhsContracting().size() == 1
                && match.get(X).shape().asArray().rank() <= batches + 2
                && match.get(Y).shape().asArray().rank() <= batches + 2
                && isLeading(dimensions.lhsBatch())
                && isLeading(dimensions.rhsBatch());
    }

    private static boolean isLeading(List<Integer> batch) {
        return IntStream.range(0, batch.size()).allMatch(i -> batch.get(i) == i);
    }

    private static HloInstruction canonical(Match match) {
        var dimensions = dimensions(match);
        int batches = dimensions.lhsBatch().size();
        var left = match.get(X).shape().asArray();
        var right = match.get(Y).shape().asArray();
        var leftFree = free(left, dimensions.lhsBatch(), dimensions.lhsContracting());
        var rightFree = free(right, dimensions.rhsBatch(), dimensions.rhsContracting());
        var leftMatrix = grouped(
                match,
                match.get(X),
                dimensions.lhsBatch(),
                Stream.concat(leftFree.stream(), dimensions.lhsContracting().stream())
                        .toList(),
                Stream.concat(merged(left, leftFree), Stream.of(product(left, dimensions.lhsContracting())))
                        .toList());
        var rightMatrix = grouped(
                match,
                match.get(Y),
                dimensions.rhsBatch(),
                Stream.concat(dimensions.rhsContracting().stream(), rightFree.stream())
                        .toList(),
                Stream.concat(Stream.of(product(right, dimensions.rhsContracting())), merged(right, rightFree))
                        .toList());
        var sizes = new ArrayList<>(sizes(left, dimensions.lhsBatch()));
        if (!leftFree.isEmpty()) {
            sizes.add(product(left, leftFree));
        }
        if (!rightFree.isEmpty()) {
            sizes.add(product(right, rightFree));
        }
        var batch = IntStream.range(0, batches).boxed().toList();
        var canonical =
                new DotDimensions(List.of(leftFree.isEmpty() ? batches : batches + 1), List.of(batches), batch, batch);
        var dot = match.add(
                new HloOp.Dot(canonical, ((HloOp.Dot) match.root().op()).precision()),
                Shape.array(match.type(), sizes),
                leftMatrix,
                rightMatrix);
        return match.plain(RESHAPE, match.root().shape(), dot);
    }

    private static List<Integer> free(Shape.Array shape, List<Integer> batch, List<Integer> contracting) {
        return IntStream.range(0, shape.rank())
                .filter(i -> !batch.contains(i) && !contracting.contains(i))
                .boxed()
                .toList();
    }

    /** The operand with batches first, then the others in this order, merged into dimensions of these sizes. */
    private static HloInstruction grouped(
            Match match, HloInstruction operand, List<Integer> batch, List<Integer> others, List<Long> merged) {
        var shape = operand.shape().asArray();
        var permutation = Stream.concat(batch.stream(), others.stream()).toList();
        var turned = match.transpose(operand, Shape.array(shape.elementType(), sizes(shape, permutation)), permutation);
        var sizes = Stream.concat(sizes(shape, batch).stream(), merged.stream()).toList();
        return match.plain(RESHAPE, Shape.array(shape.elementType(), sizes), turned);
    }

    /** The size of the dimensions as one; nothing where there are none. */
    private static Stream<Long> merged(Shape.Array shape, List<Integer> dimensions) {
        return dimensions.isEmpty() ? Stream.empty() : Stream.of(product(shape, dimensions));
    }

    private static List<Long> sizes(Shape.Array shape, List<Integer> dimensions) {
        return dimensions.stream().map(shape::dimension).toList();
    }

    private static long product(Shape.Array shape, List<Integer> dimensions) {
        return sizes(shape, dimensions).stream().reduce(1L, (a, b) -> a * b);
    }
}
