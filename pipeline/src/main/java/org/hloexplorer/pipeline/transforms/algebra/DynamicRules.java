package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.CLAMP;
import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.hlo.HloOpcode.DYNAMIC_SLICE;
import static org.hloexplorer.hlo.HloOpcode.DYNAMIC_UPDATE_SLICE;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.scalarConstant;
import static org.hloexplorer.pipeline.rewrite.Patterns.transpose;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of dynamic slices and their updates; out-of-range indices are clamped. */
final class DynamicRules {
    private DynamicRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture Z = new Capture("z");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule DYNAMIC_SLICE_ALL = rule(
                    "dynamic-slice-all", "dynamic-slice(x) of all → x", op(DYNAMIC_SLICE, X), m -> m.get(X))
            .when(m -> m.root().shape().isCompatible(m.get(X).shape()));

    static final RewriteRule DYNAMIC_SLICE_FULL_DIMENSION = rule(
                    "dynamic-slice-full-dimension",
                    "dynamic-slice(x, i) → dynamic-slice(x, 0), where the dimension is taken whole",
                    op(DYNAMIC_SLICE, X),
                    m -> withZeroIndices(m, 1, fullDimensions(m, 1, m.shape())))
            .when(m ->
                    hasScalarIndices(m, 1) && !fullDimensions(m, 1, m.shape()).isEmpty());

    static final RewriteRule DYNAMIC_SLICE_CONSTANT = rule(
                    "dynamic-slice-constant",
                    "dynamic-slice(x, constants) → slice(x)",
                    op(DYNAMIC_SLICE, X),
                    DynamicRules::staticSlice)
            .when(m -> hasScalarIndices(m, 1) && hasConstantIndices(m, 1));

    static final RewriteRule DYNAMIC_SLICE_IOTA = rule(
                    "dynamic-slice-iota",
                    "dynamic-slice(iota, i) of one element → clamp(0, i, n - 1)",
                    op(DYNAMIC_SLICE, op(IOTA).as(X)),
                    DynamicRules::clampedIndex)
            .when(m -> m.get(X).shape().asArray().rank() == 1
                    && m.shape().dimension(0) == 1
                    && hasScalarIndices(m, 1)
                    && m.type().isIntegral());

    static final RewriteRule DYNAMIC_SLICE_TWICE = rule(
                    "dynamic-slice-twice",
                    "dynamic-slice(dynamic-slice(x, i), j) → dynamic-slice(x, i + j)",
                    op(DYNAMIC_SLICE, op(DYNAMIC_SLICE, X).as(INNER)),
                    DynamicRules::slicedAtSum)
            .when(m -> hasScalarIndices(m, 1) && haveSameIndexTypes(m))
            .provided(
                    m -> hasConstantIndices(m, 1) && isInside(m),
                    "j may be out of range of the inner slice, and is clamped then");

    static final RewriteRule DYNAMIC_SLICE_BROADCAST = rule(
                    "dynamic-slice-broadcast",
                    "dynamic-slice(broadcast(x)) → broadcast(x), where the dimensions of x are taken whole",
                    op(DYNAMIC_SLICE, broadcast(X).as(INNER)),
                    m -> m.broadcast(m.get(X), m.shape(), Dimensions.of(m.get(INNER))))
            .when(m -> !Constants.isScalar(m.get(X))
                    && Dimensions.composed(
                                    Dimensions.of(m.get(INNER)), m.shape().dimensions())
                            .equals(m.get(X).shape().asArray().dimensions()));

    static final RewriteRule DYNAMIC_SLICE_TRANSPOSED = rule(
                    "dynamic-slice-transposed",
                    "dynamic-slice(transpose(x), i) → transpose(dynamic-slice(x, i))",
                    op(DYNAMIC_SLICE, transpose(X).withOneUser().as(INNER)),
                    DynamicRules::transposedSlice)
            .when(m -> hasScalarIndices(m, 1))
            .provided(AlgebraicOptions::anyLayout);

    static final RewriteRule UPDATE_ALL = rule(
                    "update-all",
                    "dynamic-update-slice(x, y) of all → y",
                    op(DYNAMIC_UPDATE_SLICE, X, Y),
                    m -> m.get(Y))
            .when(m -> m.root().shape().isCompatible(m.get(Y).shape()));

    static final RewriteRule UPDATE_NOTHING = rule(
                    "update-nothing",
                    "dynamic-update-slice(x, empty) → x",
                    op(DYNAMIC_UPDATE_SLICE, X, Y),
                    m -> m.get(X))
            .when(m -> m.get(Y).shape().asArray().elements() == 0);

    static final RewriteRule UPDATE_FULL_DIMENSION = rule(
                    "update-full-dimension",
                    "dynamic-update-slice(x, y, i) → dynamic-update-slice(x, y, 0), where the dimension is updated whole",
                    op(DYNAMIC_UPDATE_SLICE, X, Y),
                    m -> withZeroIndices(
                            m, 2, fullDimensions(m, 2, m.get(Y).shape().asArray())))
            .when(m -> hasScalarIndices(m, 2)
                    && !fullDimensions(m, 2, m.get(Y).shape().asArray()).isEmpty());

    static final RewriteRule UPDATE_BROADCAST = rule(
                    "update-broadcast",
                    "dynamic-update-slice(broadcast(c), y, constants) → pad(y, c)",
                    op(DYNAMIC_UPDATE_SLICE, broadcast(scalarConstant().as(X)), Y),
                    DynamicRules::paddedUpdate)
            .when(m -> hasScalarIndices(m, 2) && hasConstantIndices(m, 2));

    static final RewriteRule UPDATE_OF_UPDATE = rule(
                    "update-of-update",
                    "dynamic-update-slice(x, dynamic-update-slice(dynamic-slice(x, i), y, j), i) → dynamic-update-slice(x, y, i + j)",
                    op(
                            DYNAMIC_UPDATE_SLICE,
                            X,
                            op(DYNAMIC_UPDATE_SLICE, op(DYNAMIC_SLICE, X).as(Z), Y)
                                    .as(INNER)),
                    DynamicRules::updatedAtSum)
            .when(m -> hasScalarIndices(m, 2) && readsWhatItUpdates(m))
            .provided(m -> areConstantAndInside(m), "j may be out of range of the slice, and is clamped then");

    static final List<RewriteRule> ALL = List.of(
            DYNAMIC_SLICE_ALL,
            DYNAMIC_SLICE_BROADCAST,
            DYNAMIC_SLICE_IOTA,
            DYNAMIC_SLICE_TWICE,
            DYNAMIC_SLICE_CONSTANT,
            DYNAMIC_SLICE_FULL_DIMENSION,
            DYNAMIC_SLICE_TRANSPOSED,
            UPDATE_ALL,
            UPDATE_NOTHING,
            UPDATE_OF_UPDATE,
            UPDATE_BROADCAST,
            UPDATE_FULL_DIMENSION);

    private static boolean hasScalarIndices(Match match, int first) {
        return match.root().operandCount()
                        == first + match.get(X).shape().asArray().rank()
                || (match.root().opcode() == DYNAMIC_UPDATE_SLICE
                        && match.root().operandCount() == first + match.shape().rank());
    }

    private static HloInstruction index(Match match, HloInstruction instruction, int first, int dimension) {
        return match.operand(instruction, first + dimension);
    }

    private static boolean isZero(HloInstruction index) {
        return index.op() instanceof HloOp.Constant(var literal) && literal.bitsAt(0) == 0;
    }

    /** The dimensions whose index can only be 0, and is not yet. */
    private static List<Integer> fullDimensions(Match match, int first, Shape.Array part) {
        var whole = match.operand(match.root(), 0).shape().asArray();
        return IntStream.range(0, whole.rank())
                .filter(i -> whole.dimension(i) == part.dimension(i) && !isZero(index(match, match.root(), first, i)))
                .boxed()
                .toList();
    }

    private static HloInstruction withZeroIndices(Match match, int first, List<Integer> dimensions) {
        var operands = new ArrayList<>(match.editor().operands(match.root()));
        for (int dimension : dimensions) {
            var type = operands.get(first + dimension).shape().asArray().elementType();
            operands.set(first + dimension, match.constant(Literal.scalar(type, 0L)));
        }
        return match.add(match.root().op(), match.root().shape(), operands.toArray(HloInstruction[]::new));
    }

    private static boolean hasConstantIndices(Match match, int first) {
        return match.editor().operands(match.root()).stream()
                .skip(first)
                .allMatch(index -> index.op() instanceof HloOp.Constant);
    }

    /** The constant start in a dimension, clamped as at run time. */
    private static long start(Match match, int first, int dimension, Shape.Array part) {
        var whole = match.operand(match.root(), 0).shape().asArray();
        long wanted =
                Match.literal(index(match, match.root(), first, dimension)).bitsAt(0);
        return Math.clamp(wanted, 0, whole.dimension(dimension) - part.dimension(dimension));
    }

    private static HloInstruction staticSlice(Match match) {
        var starts = IntStream.range(0, match.shape().rank())
                .mapToObj(i -> start(match, 1, i, match.shape()))
                .toList();
        var limits = Dimensions.sums(starts, match.shape().dimensions());
        var strides = Collections.nCopies(starts.size(), 1L);
        return match.add(new HloOp.Slice(starts, limits, strides), match.root().shape(), match.get(X));
    }

    private static HloInstruction clampedIndex(Match match) {
        var index = index(match, match.root(), 1, 0);
        var type = index.shape().asArray().elementType();
        var zero = match.constant(Literal.scalar(type, 0L));
        var last = match.constant(
                Literal.scalar(type, match.get(X).shape().asArray().dimension(0) - 1));
        var clamped = match.plain(CLAMP, index.shape(), zero, index, last);
        var converted = type == match.type() ? clamped : match.plain(CONVERT, Shape.scalar(match.type()), clamped);
        return match.reshape(converted, match.root().shape());
    }

    private static boolean haveSameIndexTypes(Match match) {
        var inner = match.get(INNER);
        return IntStream.range(0, match.shape().rank())
                .allMatch(i -> index(match, match.root(), 1, i)
                        .shape()
                        .equals(index(match, inner, 1, i).shape()));
    }

    private static boolean isInside(Match match) {
        var inner = match.get(INNER).shape().asArray();
        return IntStream.range(0, match.shape().rank()).allMatch(i -> {
            long wanted = Match.literal(index(match, match.root(), 1, i)).bitsAt(0);
            return 0 <= wanted && wanted + match.shape().dimension(i) <= inner.dimension(i);
        });
    }

    /** The inner index is clamped by itself first, so that the sum is what was meant. */
    private static HloInstruction slicedAtSum(Match match) {
        var inner = match.get(INNER);
        var operands = new ArrayList<>(List.of(match.get(X)));
        for (int i = 0; i < match.shape().rank(); i++) {
            operands.add(sumOfIndices(
                    match,
                    index(match, inner, 1, i),
                    match.get(X).shape().asArray().dimension(i)
                            - inner.shape().asArray().dimension(i),
                    index(match, match.root(), 1, i)));
        }
        return match.add(match.root().op(), match.root().shape(), operands.toArray(HloInstruction[]::new));
    }

    private static HloInstruction sumOfIndices(Match match, HloInstruction outer, long last, HloInstruction inner) {
        var type = outer.shape().asArray().elementType();
        var clamped = match.plain(
                CLAMP,
                outer.shape(),
                match.constant(Literal.scalar(type, 0L)),
                outer,
                match.constant(Literal.scalar(type, last)));
        return match.plain(ADD, outer.shape(), clamped, inner);
    }

    private static HloInstruction transposedSlice(Match match) {
        var permutation = Dimensions.of(match.get(INNER));
        var back = Dimensions.inverted(permutation);
        var sizes = Dimensions.composed(back, match.shape().dimensions());
        var operands = new ArrayList<>(List.of(match.get(X)));
        back.forEach(i -> operands.add(index(match, match.root(), 1, i)));
        var slice = match.add(
                new HloOp.DynamicSlice(sizes),
                Shape.array(match.type(), sizes),
                operands.toArray(HloInstruction[]::new));
        return match.transpose(slice, match.shape(), permutation);
    }

    private static HloInstruction paddedUpdate(Match match) {
        var update = match.get(Y).shape().asArray();
        var low = IntStream.range(0, update.rank())
                .mapToObj(i -> start(match, 2, i, update))
                .toList();
        var high = IntStream.range(0, update.rank())
                .mapToObj(i -> match.shape().dimension(i) - low.get(i) - update.dimension(i))
                .toList();
        var interior = Collections.nCopies(update.rank(), 0L);
        return match.add(new HloOp.Pad(low, high, interior), match.root().shape(), match.get(Y), match.get(X));
    }

    private static boolean readsWhatItUpdates(Match match) {
        return IntStream.range(0, match.shape().rank())
                .allMatch(i -> match.root().operandId(i + 2) == match.get(Z).operandId(i + 1)
                        && index(match, match.root(), 2, i)
                                .shape()
                                .equals(index(match, match.get(INNER), 2, i).shape()));
    }

    private static boolean areConstantAndInside(Match match) {
        var slice = match.get(Z).shape().asArray();
        var update = match.get(Y).shape().asArray();
        return IntStream.range(0, slice.rank())
                .allMatch(i -> index(match, match.get(INNER), 2, i).op() instanceof HloOp.Constant(var literal)
                        && 0 <= literal.bitsAt(0)
                        && literal.bitsAt(0) + update.dimension(i) <= slice.dimension(i));
    }

    private static HloInstruction updatedAtSum(Match match) {
        var operands = new ArrayList<>(List.of(match.get(X), match.get(Y)));
        for (int i = 0; i < match.shape().rank(); i++) {
            operands.add(sumOfIndices(
                    match,
                    index(match, match.root(), 2, i),
                    match.shape().dimension(i) - match.get(Z).shape().asArray().dimension(i),
                    index(match, match.get(INNER), 2, i)));
        }
        return match.add(match.root().op(), match.root().shape(), operands.toArray(HloInstruction[]::new));
    }
}
