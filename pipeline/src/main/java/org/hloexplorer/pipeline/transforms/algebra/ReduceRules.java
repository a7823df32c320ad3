package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.reshape;
import static org.hloexplorer.pipeline.rewrite.Patterns.transpose;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Pattern;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of reductions. */
final class ReduceRules {
    private ReduceRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture INIT = new Capture("init");
    private static final Capture INNER_INIT = new Capture("inner init");
    private static final Capture INNER = new Capture("inner");

    private static Pattern reduce(Pattern operand, Pattern init) {
        return op(REDUCE, operand, init).where(at -> at.operandCount() == 2);
    }

    static final RewriteRule REDUCE_EMPTY = rule(
                    "reduce-empty",
                    "reduce(x, init) → broadcast(init), where x has no elements",
                    reduce(X, INIT),
                    m -> m.broadcastScalar(m.get(INIT), m.shape()))
            .when(m -> m.get(X).shape().asArray().elements() == 0);

    static final RewriteRule REDUCE_ONES = rule(
                    "reduce-ones",
                    "reduce(x, init) → reshape(x), where only dimensions of size 1 go",
                    reduce(X, INIT),
                    m -> m.reshape(m.get(X), m.root().shape()))
            .when(m -> m.shape().elements() == m.get(X).shape().asArray().elements()
                    && m.get(X).shape().asArray().elementType() == m.type()
                    && Reducers.of(m.root(), m).isPresent())
            .provided(
                    m -> Reducers.isIdentity(Reducers.of(m.root(), m).orElseThrow(), m.get(INIT), m),
                    "init would still have to be combined with every element");

    static final RewriteRule REDUCE_TRANSPOSED = rule(
                    "reduce-transposed",
                    "reduce(transpose(x)) → reduce(x) over the dimensions where they come from",
                    reduce(transpose(X).as(INNER), INIT),
                    m -> m.add(over(m, movedDimensions(m)), m.root().shape(), m.get(X), m.get(INIT)))
            .when(ReduceRules::keepsOrder)
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule REDUCE_REDUCED = rule(
                    "reduce-reduced",
                    "reduce(reduce(x)) → reduce(x) over both, with the same function",
                    reduce(reduce(X, INNER_INIT).withOneUser().as(INNER), INIT),
                    m -> m.add(over(m, joinedDimensions(m)), m.root().shape(), m.get(X), m.get(INIT)))
            .when(m -> Reducers.of(m.root(), m).isPresent()
                    && Reducers.of(m.root(), m).equals(Reducers.of(m.get(INNER), m)))
            .provided(
                    m -> Reducers.isIdentity(Reducers.of(m.root(), m).orElseThrow(), m.get(INNER_INIT), m),
                    "the inner init counts once per element of the inner result")
            .changing(ROUNDING);

    static final RewriteRule REDUCE_RESHAPED = rule(
                    "reduce-reshaped",
                    "reduce(reshape(x)) → reduce(x), where reshape only adds or removes ones",
                    reduce(reshape(X).as(INNER), INIT),
                    m -> m.add(
                            over(m, unreshapedDimensions(m).orElseThrow()),
                            m.root().shape(),
                            m.get(X),
                            m.get(INIT)))
            .when(m -> unreshapedDimensions(m).isPresent())
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule SUM_OF_BROADCAST = rule(
                    "sum-of-broadcast",
                    "reduce-add(broadcast(x)) → x * count + init, where only copies are added",
                    reduce(broadcast(X).as(INNER), INIT),
                    ReduceRules::multiplied)
            .when(m -> Reducers.of(m.root(), m).equals(Optional.of(ADD)) && reducesOnlyCopies(m))
            .changing(ROUNDING);

    static final RewriteRule EXTREME_OF_BROADCAST = rule(
                    "extreme-of-broadcast",
                    "reduce-max(broadcast(x)) → max(x, init), likewise min, and, or",
                    reduce(broadcast(X).as(INNER), INIT),
                    ReduceRules::combinedOnce)
            .when(m -> Reducers.of(m.root(), m).filter(Reducers::isIdempotent).isPresent() && reducesOnlyCopies(m));

    static final List<RewriteRule> ALL = List.of(
            REDUCE_EMPTY,
            REDUCE_ONES,
            SUM_OF_BROADCAST,
            EXTREME_OF_BROADCAST,
            REDUCE_TRANSPOSED,
            REDUCE_REDUCED,
            REDUCE_RESHAPED);

    private static List<Integer> dimensions(Match match) {
        return dimensions(match.root());
    }

    private static List<Integer> dimensions(HloInstruction reduce) {
        return ((HloOp.OverDimensions) reduce.op()).dimensions();
    }

    private static HloOp over(Match match, List<Integer> dimensions) {
        return new HloOp.OverDimensions(
                REDUCE, dimensions, match.root().calledComputations().getFirst());
    }

    private static List<Integer> movedDimensions(Match match) {
        return Dimensions.composed(dimensions(match), Dimensions.of(match.get(INNER))).stream()
                .sorted()
                .toList();
    }

    /** Whether the dimensions that remain are in the same order with and without the transpose. */
    private static boolean keepsOrder(Match match) {
        var permutation = Dimensions.of(match.get(INNER));
        return Dimensions.isSorted(
                Dimensions.composed(Dimensions.without(permutation.size(), dimensions(match)), permutation));
    }

    private static List<Integer> joinedDimensions(Match match) {
        var inner = dimensions(match.get(INNER));
        var kept = Dimensions.without(match.get(X).shape().asArray().rank(), inner);
        return Stream.concat(inner.stream(), Dimensions.composed(dimensions(match), kept).stream())
                .sorted()
                .toList();
    }

    /** The reduced dimensions in x, if the reshape keeps all that are longer than 1 and the result as it is. */
    private static Optional<List<Integer>> unreshapedDimensions(Match match) {
        var before = match.get(X).shape().asArray();
        var after = match.get(INNER).shape().asArray();
        var added = Dimensions.insertedOnes(before, after);
        if (added.isPresent() && dimensions(match).containsAll(added.get())) {
            var kept = Dimensions.without(after.rank(), added.get());
            return Optional.of(dimensions(match).stream()
                    .filter(kept::contains)
                    .map(kept::indexOf)
                    .toList());
        }
        return Optional.empty();
    }

    private static boolean reducesOnlyCopies(Match match) {
        var own = Dimensions.of(match.get(INNER));
        return dimensions(match).stream().noneMatch(own::contains) && Dimensions.isSorted(own);
    }

    private static HloInstruction remaining(Match match) {
        var own = Dimensions.of(match.get(INNER));
        var rank = match.get(INNER).shape().asArray().rank();
        var kept = Dimensions.without(rank, dimensions(match));
        return match.get(X).shape().isCompatible(match.root().shape())
                ? match.get(X)
                : match.broadcast(
                        match.get(X),
                        match.shape(),
                        own.stream().map(kept::indexOf).toList());
    }

    private static HloInstruction multiplied(Match match) {
        long count = 1;
        for (int dimension : dimensions(match)) {
            count *= match.get(INNER).shape().asArray().dimension(dimension);
        }
        var product = match.like(MULTIPLY, remaining(match), match.splat((double) count, match.shape()));
        return match.like(ADD, product, match.broadcastScalar(match.get(INIT), match.shape()));
    }

    private static HloInstruction combinedOnce(Match match) {
        var opcode = Reducers.of(match.root(), match).orElseThrow();
        return match.like(opcode, remaining(match), match.broadcastScalar(match.get(INIT), match.shape()));
    }
}
