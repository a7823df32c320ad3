package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Operations that only move elements; each is a {@link StridedCopy} or a few. */
final class DataMovement {
    private final Cancellation cancellation;

    DataMovement(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    /** {@code dimensions[i]} is the dimension of the result that dimension i of the operand becomes. */
    Literal broadcast(Literal operand, List<Integer> dimensions, Shape.Array shape) {
        if (operand.shape().asArray().isScalar()) {
            return Literal.splat(shape, operand);
        }
        int[] operandStrides = Strides.of(operand.shape().asArray());
        var strides = new int[shape.rank()];
        for (int i = 0; i < dimensions.size(); i++) {
            strides[dimensions.get(i)] = operandStrides[i];
        }
        return gathered(operand, 0, strides, shape);
    }

    /** Dimension i of the result is dimension {@code permutation[i]} of the operand. */
    Literal transpose(Literal operand, List<Integer> permutation, Shape.Array shape) {
        return gathered(operand, 0, Strides.pick(Strides.of(operand.shape().asArray()), permutation), shape);
    }

    Literal reverse(Literal operand, List<Integer> dimensions, Shape.Array shape) {
        int[] strides = Strides.of(shape);
        int start = 0;
        for (int dimension : dimensions) {
            start += strides[dimension] * (Math.toIntExact(shape.dimension(dimension)) - 1);
            strides[dimension] = -strides[dimension];
        }
        return shape.elements() == 0 ? operand : gathered(operand, start, strides, shape);
    }

    Literal slice(Literal operand, HloOp.Slice slice, Shape.Array shape) {
        int[] strides = Strides.of(operand.shape().asArray());
        int start = 0;
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            start += Math.toIntExact(slice.starts().get(dimension)) * strides[dimension];
            strides[dimension] *= Math.toIntExact(slice.strides().get(dimension));
        }
        return gathered(operand, start, strides, shape);
    }

    /** A box of the operand that starts at the given indices, moved so far that it fits. */
    Literal dynamicSlice(Literal operand, long[] starts, Shape.Array shape) {
        var from = operand.shape().asArray();
        int[] strides = Strides.of(from);
        return gathered(operand, clampedStart(from, starts, shape), strides, shape);
    }

    Literal dynamicUpdateSlice(Literal operand, Literal update, long[] starts) {
        var shape = operand.shape().asArray();
        var updateShape = update.shape().asArray();
        var out = copyOfArray(operand);
        place(update, out, clampedStart(shape, starts, updateShape), Strides.of(shape));
        return Storage.literal(shape, out);
    }

    private static int clampedStart(Shape.Array shape, long[] starts, Shape.Array box) {
        int[] strides = Strides.of(shape);
        int start = 0;
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            long last = shape.dimension(dimension) - box.dimension(dimension);
            start += (int) Math.clamp(starts[dimension], 0, last) * strides[dimension];
        }
        return start;
    }

    Literal concatenate(List<Literal> operands, int dimension, Shape.Array shape) {
        var out = Storage.allocate(shape);
        int[] strides = Strides.of(shape);
        int start = 0;
        for (var operand : operands) {
            place(operand, out, start, strides);
            start += Math.toIntExact(operand.shape().asArray().dimension(dimension)) * strides[dimension];
        }
        return Storage.literal(shape, out);
    }

    /** Edges may be negative: what they cut off is not copied. */
    Literal pad(Literal operand, Literal value, HloOp.Pad pad, Shape.Array shape) {
        var from = operand.shape().asArray();
        var padded = Storage.filled(shape, value);
        int[] sourceStrides = Strides.of(from);
        int[] targetStrides = Strides.of(shape);
        var sizes = new int[shape.rank()];
        int source = 0;
        int target = 0;
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            long step = pad.interior().get(dimension) + 1;
            long low = pad.low().get(dimension);
            long first = low < 0 ? Math.ceilDiv(-low, step) : 0;
            long beyond = Math.ceilDiv(shape.dimension(dimension) - low, step);
            long last = Math.min(from.dimension(dimension), beyond);
            sizes[dimension] = (int) Math.max(0, last - first);
            source += (int) first * sourceStrides[dimension];
            target += (int) (low + first * step) * targetStrides[dimension];
            targetStrides[dimension] *= (int) step;
        }
        StridedCopy.of(sizes, sourceStrides, targetStrides, Storage.width(shape.elementType()))
                .run(Storage.array(operand), source, padded, target, cancellation);
        return Storage.literal(shape, padded);
    }

    /** The same elements in memory under another shape, where both lie in the order that their layouts say. */
    Literal bitcast(Literal operand, Shape.Array from, Shape.Array to) {
        if (from.layout().isDescending() && to.layout().isDescending()) {
            return operand.reshaped(to);
        }
        if (!from.layout().tiles().isEmpty() || !to.layout().tiles().isEmpty()) {
            return TiledOrder.bitcast(operand, from, to);
        }
        var physical = transpose(operand, majorToMinor(from.layout()), physicalShape(from));
        var inNewOrder = physical.reshaped(physicalShape(to));
        return transpose(inNewOrder, inverse(majorToMinor(to.layout())), to);
    }

    private static List<Integer> majorToMinor(Layout layout) {
        return layout.minorToMajor().reversed();
    }

    private static Shape.Array physicalShape(Shape.Array shape) {
        return Shape.array(
                shape.elementType(),
                majorToMinor(shape.layout()).stream().map(shape::dimension).toList());
    }

    private static List<Integer> inverse(List<Integer> permutation) {
        var inverse = new ArrayList<>(permutation);
        for (int i = 0; i < permutation.size(); i++) {
            inverse.set(permutation.get(i), i);
        }
        return inverse;
    }

    /** A new row-major array, each of whose elements comes from the operand by these strides. */
    private Literal gathered(Literal operand, int start, int[] strides, Shape.Array shape) {
        var out = Storage.allocate(shape);
        StridedCopy.of(Strides.sizes(shape), strides, Strides.of(shape), Storage.width(shape.elementType()))
                .run(Storage.array(operand), start, out, 0, cancellation);
        return Storage.literal(shape, out);
    }

    /** Copies the whole operand into a box of {@code out}. */
    private void place(Literal operand, Object out, int start, int[] strides) {
        var shape = operand.shape().asArray();
        StridedCopy.of(Strides.sizes(shape), Strides.of(shape), strides, Storage.width(shape.elementType()))
                .run(Storage.array(operand), 0, out, start, cancellation);
    }

    static Object copyOfArray(Literal operand) {
        var out = Storage.allocate(operand.shape().asArray());
        System.arraycopy(
                Storage.array(operand),
                0,
                out,
                0,
                Storage.places(operand.shape().asArray()));
        return out;
    }
}
