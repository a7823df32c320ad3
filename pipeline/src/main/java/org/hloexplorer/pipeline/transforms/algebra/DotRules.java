package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.CONCATENATE;
import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.transpose;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Functions;

/** Identities of dot. */
final class DotRules {
    private DotRules() {}

    static final Capture X = new Capture("x");
    static final Capture Y = new Capture("y");
    private static final Capture PARTS = new Capture("parts");
    private static final Capture LEFT = new Capture("left");
    private static final Capture RIGHT = new Capture("right");

    static final RewriteRule DOT_EMPTY = rule(
                    "dot-empty", "dot(x, y) → 0, where one has no elements", op(DOT, X, Y), m -> m.splat(0, m.shape()))
            .when(m -> m.get(X).shape().asArray().elements() == 0
                    || m.get(Y).shape().asArray().elements() == 0);

    static final RewriteRule DOT_ONES = rule(
                    "dot-ones",
                    "dot(x, y) → reshape(dot(reshape(x), reshape(y))) without dimensions of size 1",
                    op(DOT, X, Y),
                    DotRules::withoutOnes)
            .when(m -> hasOnes(m.get(X)) || hasOnes(m.get(Y)))
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule DOT_OUTER_PRODUCT = rule(
                    "dot-outer-product",
                    "dot(x, y) → broadcast(x) * broadcast(y), where nothing is summed",
                    op(DOT, X, Y),
                    m -> product(m, m.shape()))
            .when(m -> dimensions(m).lhsContracting().isEmpty()
                    && m.get(X).shape().asArray().elementType() == m.type()
                    && m.get(Y).shape().asArray().elementType() == m.type())
            .provided(DotRules::strengthReduction)
            .changing(ROUNDING);

    static final RewriteRule DOT_OF_VECTORS = rule(
                    "dot-of-vectors",
                    "dot(x, y) → reduce-add(x * y), where one operand is all summed",
                    op(DOT, X, Y),
                    DotRules::reducedProduct)
            .when(m -> isAllSummed(m) && haveType(m))
            .provided(DotRules::strengthReduction)
            .changing(ROUNDING);

    static final RewriteRule DOT_OF_TRANSPOSES = rule(
                    "dot-of-transposes",
                    "dot(transpose(x), transpose(y)) → transpose(dot(y, x)), for matrices",
                    op(DOT, transpose(X).as(LEFT), transpose(Y).as(RIGHT)),
                    DotRules::transposedDot)
            .when(DotRules::isMatrixProduct)
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule DOT_OF_PARTS = rule(
                    "dot-of-parts",
                    "dot(concatenate(x, y), c) → dot(x, c1) + dot(y, c2)",
                    op(DOT, op(CONCATENATE).withOneUser().as(PARTS), constant().as(Y)),
                    DotRules::sumOfDots)
            .when(m -> dimensions(m)
                            .lhsContracting()
                            .equals(List.of(((HloOp.AlongDimension) m.get(PARTS).op()).dimension()))
                    && dimensions(m).lhsBatch().isEmpty())
            .changing(ROUNDING);

    static final List<RewriteRule> ALL =
            List.of(DOT_EMPTY, DOT_OF_PARTS, DOT_ONES, DOT_OUTER_PRODUCT, DOT_OF_VECTORS, DOT_OF_TRANSPOSES);

    private static HloOp.Dot dot(Match match) {
        return (HloOp.Dot) match.root().op();
    }

    private static DotDimensions dimensions(Match match) {
        return dot(match).dimensions();
    }

    private static Optional<Refusal> strengthReduction(Match match) {
        return match.editor().context().option(AlgebraicOptions.DOT_STRENGTH_REDUCTION)
                ? Optional.empty()
                : Optional.of(because("dot strength reduction is off (algsimp.dot-strength-reduction)"));
    }

    static boolean haveType(Match match) {
        return match.get(X).shape().asArray().elementType() == match.type()
                && match.get(Y).shape().asArray().elementType() == match.type();
    }

    private static boolean hasOnes(HloInstruction operand) {
        return operand.shape().asArray().dimensions().contains(1L);
    }

    private static HloInstruction withoutOnes(Match match) {
        var left = match.get(X).shape().asArray();
        var right = match.get(Y).shape().asArray();
        var dimensions = dimensions(match);
        var kept = new DotDimensions(
                renumbered(dimensions.lhsContracting(), left),
                renumbered(dimensions.rhsContracting(), right),
                renumbered(dimensions.lhsBatch(), left),
                renumbered(dimensions.rhsBatch(), right));
        var sizes =
                match.shape().dimensions().stream().filter(size -> size != 1).toList();
        var narrow = match.add(
                new HloOp.Dot(kept, dot(match).precision()),
                Shape.array(match.type(), sizes),
                match.reshape(match.get(X), longOnly(left)),
                match.reshape(match.get(Y), longOnly(right)));
        return match.reshape(narrow, match.root().shape());
    }

    private static Shape.Array longOnly(Shape.Array shape) {
        return Shape.array(
                shape.elementType(),
                shape.dimensions().stream().filter(size -> size != 1).toList());
    }

    /** The dimensions longer than 1, counted without those of size 1. */
    private static List<Integer> renumbered(List<Integer> dimensions, Shape.Array shape) {
        return dimensions.stream()
                .filter(dimension -> shape.dimension(dimension) != 1)
                .map(dimension -> (int) shape.dimensions().subList(0, dimension).stream()
                        .filter(size -> size != 1)
                        .count())
                .toList();
    }

    private static List<Integer> free(Shape.Array shape, List<Integer> contracting, List<Integer> batch) {
        return Dimensions.without(
                shape.rank(),
                Stream.concat(contracting.stream(), batch.stream()).toList());
    }

    /** Both operands spread over batches, free dimensions of each, and multiplied. */
    private static HloInstruction product(Match match, Shape.Array shape) {
        var dimensions = dimensions(match);
        int batches = dimensions.lhsBatch().size();
        var left = match.get(X).shape().asArray();
        var right = match.get(Y).shape().asArray();
        int leftFree = free(left, List.of(), dimensions.lhsBatch()).size();
        var leftPlaces = places(left.rank(), dimensions.lhsBatch(), batches);
        var rightPlaces = places(right.rank(), dimensions.rhsBatch(), batches + leftFree);
        return match.plain(
                MULTIPLY,
                shape,
                match.broadcast(match.get(X), shape, leftPlaces),
                match.broadcast(match.get(Y), shape, rightPlaces));
    }

    /** Batch dimensions come first, the others from {@code first} on. */
    private static List<Integer> places(int rank, List<Integer> batch, int first) {
        var places = new ArrayList<Integer>();
        int next = first;
        for (int i = 0; i < rank; i++) {
            places.add(batch.contains(i) ? batch.indexOf(i) : next++);
        }
        return places;
    }

    /** Whether one operand has only summed dimensions, and there are no batches. */
    static boolean isAllSummed(Match match) {
        var dimensions = dimensions(match);
        return dimensions.lhsBatch().isEmpty()
                && dimensions.lhsContracting().size() == 1
                && (match.get(X).shape().asArray().rank() == 1
                        || match.get(Y).shape().asArray().rank() == 1);
    }

    static HloInstruction reducedProduct(Match match) {
        boolean isLeftVector = match.get(X).shape().asArray().rank() == 1;
        var vector = match.get(isLeftVector ? X : Y);
        var matrix = match.get(isLeftVector ? Y : X);
        var dimensions = dimensions(match);
        int summed = (isLeftVector ? dimensions.rhsContracting() : dimensions.lhsContracting()).getFirst();
        var shape = matrix.shape().asArray();
        var spread = vector.shape().isCompatible(shape) ? vector : match.broadcast(vector, shape, List.of(summed));
        var products = match.plain(MULTIPLY, shape, matrix, spread);
        var zero = match.constant(Literal.scalar(match.type(), 0.0));
        int sum = Functions.binary(match.editor().module(), ADD, match.type());
        return match.add(
                new HloOp.OverDimensions(REDUCE, List.of(summed), sum),
                match.root().shape(),
                products,
                zero);
    }

    private static boolean isMatrixProduct(Match match) {
        var dimensions = dimensions(match);
        return match.shape().rank() == 2
                && dimensions.lhsBatch().isEmpty()
                && dimensions.lhsContracting().equals(List.of(1))
                && dimensions.rhsContracting().equals(List.of(0));
    }

    private static HloInstruction transposedDot(Match match) {
        var shape = match.shape();
        var swapped = Shape.array(match.type(), shape.dimension(1), shape.dimension(0));
        var product = match.add(match.root().op(), swapped, match.get(Y), match.get(X));
        return match.transpose(product, shape, List.of(1, 0));
    }

    private static HloInstruction sumOfDots(Match match) {
        int along = dimensions(match).rhsContracting().getFirst();
        var constant = match.get(Y).shape().asArray();
        HloInstruction sum = null;
        long start = 0;
        for (var part : match.editor().operands(match.get(PARTS))) {
            long size = part.shape()
                    .asArray()
                    .dimension(dimensions(match).lhsContracting().getFirst());
            var term = match.add(
                    match.root().op(), match.root().shape(), part, partOf(match, constant, along, start, start + size));
            sum = sum == null ? term : match.like(ADD, sum, term);
            start += size;
        }
        return Objects.requireNonNull(sum);
    }

    private static HloInstruction partOf(Match match, Shape.Array whole, int along, long start, long limit) {
        var starts = new ArrayList<>(Collections.nCopies(whole.rank(), 0L));
        var limits = new ArrayList<>(whole.dimensions());
        starts.set(along, start);
        limits.set(along, limit);
        var sizes = new ArrayList<>(whole.dimensions());
        sizes.set(along, limit - start);
        return match.add(
                new HloOp.Slice(starts, limits, Collections.nCopies(whole.rank(), 1L)),
                Shape.array(whole.elementType(), sizes),
                match.get(Y));
    }
}
