package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.onednn.DataType;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.Tensor;

/**
 * A dot as batches of products of two matrices.
 *
 * <p>Dimensions of a kind are taken as one where they lie in one line. Where free ones do not, all but the innermost become
 * batches, in which the other operand is repeated. The result's innermost dimension is that of the columns, for which the
 * operands change places where needed.
 */
final class MatmulForm {
    /** oneDNN's, for all of them together. */
    private static final int MOST_DIMENSIONS = 12;

    private final Shape.Array lhs;
    private final Shape.Array rhs;
    private final Shape.Array result;
    private final List<Axis> batches = new ArrayList<>();
    private final Axis rows;
    private final Axis columns;
    private final Axis depth;

    private MatmulForm(DotDimensions dimensions, Shape.Array lhs, Shape.Array rhs, Shape.Array result) {
        this.lhs = lhs;
        this.rhs = rhs;
        this.result = result;
        var strides = List.of(Arrays.strides(lhs), Arrays.strides(rhs), Arrays.strides(result));
        int batchCount = dimensions.lhsBatch().size();
        List<Axis> batch = new ArrayList<>();
        for (int i = 0; i < batchCount; i++) {
            batch.add(axis(
                    strides, dimensions.lhsBatch().get(i), dimensions.rhsBatch().get(i), i));
        }
        var lhsFree = free(lhs, dimensions.lhsBatch(), dimensions.lhsContracting());
        List<Axis> left = new ArrayList<>();
        for (int i = 0; i < lhsFree.size(); i++) {
            left.add(axis(strides, lhsFree.get(i), -1, batchCount + i));
        }
        var rhsFree = free(rhs, dimensions.rhsBatch(), dimensions.rhsContracting());
        List<Axis> right = new ArrayList<>();
        for (int i = 0; i < rhsFree.size(); i++) {
            right.add(axis(strides, -1, rhsFree.get(i), batchCount + lhsFree.size() + i));
        }
        List<Axis> contracted = new ArrayList<>();
        for (int i = 0; i < dimensions.lhsContracting().size(); i++) {
            contracted.add(axis(
                    strides,
                    dimensions.lhsContracting().get(i),
                    dimensions.rhsContracting().get(i),
                    -1));
        }
        this.rows = innermost(Axis.merged(left));
        this.columns = innermost(Axis.merged(right));
        batches.addAll(batch);
        var inOrder = Axis.merged(batches);
        batches.clear();
        batches.addAll(inOrder);
        var sums = Axis.merged(contracted);
        if (sums.size() > 1) {
            throw new Unsuitable("the dimensions that it sums over do not lie in one line in both operands");
        }
        this.depth = sums.isEmpty() ? Axis.NONE : sums.getFirst();
    }

    /** @throws Unsuitable where it is no such product; says why */
    static Asked of(DotDimensions dimensions, Shape.Array lhs, Shape.Array rhs, Shape.Array result) {
        if (lhs.elements() == 0 || rhs.elements() == 0) {
            throw new Unsuitable("an operand has no elements");
        }
        checkTypes(Arrays.type(lhs), Arrays.type(rhs), Arrays.type(result));
        return new MatmulForm(dimensions, lhs, rhs, result).asked();
    }

    private static void checkTypes(DataType lhs, DataType rhs, DataType result) {
        boolean isKnown = switch (lhs) {
            case F32 -> rhs == lhs && result == lhs;
            case BF16, F16 -> rhs == lhs && (result == lhs || result == DataType.F32);
            case S8, U8 -> (rhs == DataType.S8 || rhs == lhs) && result == DataType.S32;
            case S32 -> false;
        };
        if (!isKnown) {
            throw new Unsuitable("it multiplies no %s by %s to %s on processors".formatted(lhs, rhs, result));
        }
    }

    private static List<Integer> free(Shape.Array shape, List<Integer> batch, List<Integer> contracting) {
        return IntStream.range(0, shape.rank())
                .filter(i -> !batch.contains(i) && !contracting.contains(i))
                .boxed()
                .toList();
    }

    /** An axis of what are these dimensions of the three arrays, -1 where one has none of it. */
    private Axis axis(List<List<Long>> strides, int ofLhs, int ofRhs, int ofResult) {
        long size = ofLhs >= 0 ? lhs.dimension(ofLhs) : rhs.dimension(ofRhs);
        return new Axis(
                size,
                List.of(
                        ofLhs < 0 ? 0 : strides.get(Axis.LHS).get(ofLhs),
                        ofRhs < 0 ? 0 : strides.get(Axis.RHS).get(ofRhs),
                        ofResult < 0 ? 0 : strides.get(Axis.RESULT).get(ofResult)),
                ofResult < 0 ? List.of() : List.of(new Axis.Part(ofResult, size)));
    }

    private Axis innermost(List<Axis> free) {
        if (free.isEmpty()) {
            return Axis.NONE;
        }
        batches.addAll(free.subList(0, free.size() - 1));
        return free.getLast();
    }

    private Asked asked() {
        if (batches.size() + 2 > MOST_DIMENSIONS) {
            throw new Unsuitable(
                    "it takes %d dimensions, and this takes %d".formatted(MOST_DIMENSIONS, batches.size() + 2));
        }
        boolean isSwapped = columns.size() == 1 ? rows.size() != 1 : rows.size() != 1 && rows.stride(Axis.RESULT) == 1;
        var over = isSwapped ? columns : rows;
        var across = isSwapped ? rows : columns;
        int first = isSwapped ? Axis.RHS : Axis.LHS;
        int second = isSwapped ? Axis.LHS : Axis.RHS;
        var source = tensor(isSwapped ? rhs : lhs, first, List.of(over, depth));
        var weights = tensor(isSwapped ? lhs : rhs, second, List.of(depth, across));
        var destination = tensor(result, Axis.RESULT, List.of(over, across));
        var axes = new ArrayList<>(batches);
        axes.addAll(List.of(over, across));
        return new Asked(Primitive.Kind.MATMUL, source, weights, destination, null, isSwapped, axes, axes.size() - 1);
    }

    private Tensor tensor(Shape.Array shape, int array, List<Axis> matrix) {
        List<Long> sizes = new ArrayList<>();
        List<Long> strides = new ArrayList<>();
        for (var each : batches) {
            // What is free in the other operand is repeated here.
            sizes.add(each.stride(array) == 0 ? 1 : each.size());
            strides.add(each.stride(array));
        }
        for (var each : matrix) {
            sizes.add(each.size());
            strides.add(each.stride(array));
        }
        return Arrays.tensor(Arrays.type(shape), sizes, strides);
    }
}
