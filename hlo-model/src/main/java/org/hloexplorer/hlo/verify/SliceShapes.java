package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** Shapes of operations that cut from arrays, or add to their edges. */
final class SliceShapes {
    private SliceShapes() {}

    static Shape slice(Application a, HloOp.Slice slice) {
        var operand = a.array(0);
        checkCount(a, "range", slice.starts().size(), operand);
        var sizes = new ArrayList<Long>();
        var dynamic = new LinkedHashSet<Integer>();
        for (int i = 0; i < operand.rank(); i++) {
            long start = slice.starts().get(i);
            long limit = slice.limits().get(i);
            long stride = slice.strides().get(i);
            checkRange(a, operand, i, start, limit, stride);
            sizes.add(Math.ceilDiv(limit - start, stride));
            boolean isWhole = start == 0 && limit == operand.dimension(i) && stride == 1;
            if (isWhole && operand.dynamicDimensions().contains(i)) {
                dynamic.add(i);
            }
        }
        return Dimensions.array(operand.elementType(), sizes, dynamic);
    }

    private static void checkRange(
            Application a, Shape.Array operand, int dimension, long start, long limit, long stride) {
        long size = operand.dimension(dimension);
        boolean isInside = size == Shape.UNBOUNDED || limit <= size;
        if (start < 0 || start > limit || !isInside || stride < 1) {
            throw a.fault(
                    FindingCode.SLICE_BOUNDS,
                    "[%d:%d:%d] is no range of dimension %d, which has %d elements",
                    start,
                    limit,
                    stride,
                    dimension,
                    size);
        }
    }

    private static void checkCount(Application a, String what, int count, Shape.Array operand) {
        if (count != operand.rank()) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "it has %s, but %s has %s",
                    Counts.of(count, what),
                    operand.withoutLayout(),
                    Counts.of(operand.rank(), "dimension"));
        }
    }

    static Shape dynamicSlice(Application a, List<Long> sizes) {
        var operand = a.array(0);
        checkCount(a, "size", sizes.size(), operand);
        checkStarts(a, 1, operand.rank());
        for (int i = 0; i < operand.rank(); i++) {
            boolean isInside = operand.dimension(i) == Shape.UNBOUNDED || sizes.get(i) <= operand.dimension(i);
            if (sizes.get(i) < 0 || !isInside) {
                throw a.fault(
                        FindingCode.SLICE_BOUNDS,
                        "a slice of %d elements is larger than dimension %d of %s",
                        sizes.get(i),
                        i,
                        operand.withoutLayout());
            }
        }
        var dynamic = new LinkedHashSet<Integer>();
        for (int i : operand.dynamicDimensions()) {
            if (sizes.get(i) == operand.dimension(i)) {
                dynamic.add(i);
            }
        }
        return Dimensions.array(operand.elementType(), sizes, dynamic);
    }

    /** One integer for each dimension, or, in old texts, one vector of them. */
    private static void checkStarts(Application a, int first, int rank) {
        int given = a.operandCount() - first;
        if (given == 1 && a.array(first).rank() == 1) {
            if (a.array(first).dimension(0) != rank) {
                throw a.fault(
                        FindingCode.OPERAND_SHAPES,
                        "%s does not hold a start for each of %d dimensions",
                        a.array(first).withoutLayout(),
                        rank);
            }
            return;
        }
        if (given != rank) {
            throw a.fault(FindingCode.OPERAND_COUNT, "it takes a start for each of %d dimensions, not %d", rank, given);
        }
        for (int i = first; i < a.operandCount(); i++) {
            if (!Dimensions.isScalarInteger(a.operand(i))) {
                throw a.fault(
                        FindingCode.OPERAND_TYPE,
                        "starts are integers, not %s",
                        a.operand(i).withoutLayout());
            }
        }
    }

    static Shape dynamicUpdateSlice(Application a) {
        var operand = a.array(0);
        var update = a.array(1);
        checkStarts(a, 2, operand.rank());
        ElementTypes.common(a, operand.elementType(), update.elementType());
        boolean fits = update.rank() == operand.rank();
        for (int i = 0; fits && i < operand.rank(); i++) {
            fits = operand.dimension(i) == Shape.UNBOUNDED || update.dimension(i) <= operand.dimension(i);
        }
        if (!fits) {
            throw a.fault(
                    FindingCode.SLICE_BOUNDS,
                    "%s is larger than %s, into which it is written",
                    update.withoutLayout(),
                    operand.withoutLayout());
        }
        return operand;
    }

    static Shape pad(Application a, HloOp.Pad pad) {
        var operand = a.array(0);
        var value = a.array(1);
        if (!value.isScalar()) {
            throw a.fault(FindingCode.OPERAND_TYPE, "the value to pad with is a scalar, not %s", value.withoutLayout());
        }
        checkCount(a, "padding", pad.low().size(), operand);
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < operand.rank(); i++) {
            sizes.add(padded(a, operand.dimension(i), i, pad));
        }
        var type = ElementTypes.common(a, operand.elementType(), value.elementType());
        return Dimensions.array(type, sizes, operand.dynamicDimensions());
    }

    private static long padded(Application a, long size, int dimension, HloOp.Pad pad) {
        if (size == Shape.UNBOUNDED) {
            return size;
        }
        long interior = pad.interior().get(dimension);
        if (interior < 0) {
            throw a.fault(FindingCode.SLICE_BOUNDS, "the padding between elements cannot be negative: %d", interior);
        }
        long between = Math.multiplyExact(Math.max(0, size - 1), interior);
        long result = Math.addExact(
                Math.addExact(size, between),
                Math.addExact(pad.low().get(dimension), pad.high().get(dimension)));
        if (result < 0) {
            throw a.fault(
                    FindingCode.SLICE_BOUNDS,
                    "negative padding takes more than the %d elements of dimension %d",
                    size,
                    dimension);
        }
        return result;
    }
}
