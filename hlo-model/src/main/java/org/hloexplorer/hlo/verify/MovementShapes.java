package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Shapes of operations that only move elements. */
final class MovementShapes {
    private MovementShapes() {}

    static @Nullable Shape plain(Application a, HloOpcode opcode) {
        return switch (opcode) {
            case COPY -> a.operand(0);
            case COPY_START -> copyStart(a);
            case COPY_DONE -> ControlShapes.element(a, 0);
            case RESHAPE -> reshape(a);
            case DYNAMIC_RESHAPE -> dynamicReshape(a);
            case BITCAST -> bitcast(a);
            case DYNAMIC_UPDATE_SLICE -> SliceShapes.dynamicUpdateSlice(a);
            default -> a.declared();
        };
    }

    /** Destination, source, and a context whose type is the backend's business. */
    private static Shape copyStart(Application a) {
        var operand = a.operand(0);
        var context = a.declared() instanceof Shape.Tuple(var elements) && elements.size() == 3
                ? elements.get(2)
                : Shape.scalar(PrimitiveType.U32);
        return Shape.tuple(operand, operand, context);
    }

    private static @Nullable Shape reshape(Application a) {
        var operand = a.array(0);
        var declared = a.declaredArray();
        if (declared == null || hasUnbounded(operand) || hasUnbounded(declared)) {
            return declared;
        }
        if (declared.elements() != operand.elements()) {
            throw a.fault(
                    FindingCode.SHAPE_MISMATCH,
                    "%s has %d elements, %s has %d",
                    operand.withoutLayout(),
                    operand.elements(),
                    declared.withoutLayout(),
                    declared.elements());
        }
        return declared.withElementType(operand.elementType());
    }

    private static boolean hasUnbounded(Shape.Array array) {
        return array.dimensions().contains(Shape.UNBOUNDED);
    }

    private static @Nullable Shape dynamicReshape(Application a) {
        var operand = a.array(0);
        var declared = a.declaredArray();
        if (declared == null) {
            return null;
        }
        if (a.operandCount() - 1 != declared.rank()) {
            throw a.fault(
                    FindingCode.OPERAND_COUNT,
                    "it takes a size for each of %d dimensions, not %d",
                    declared.rank(),
                    a.operandCount() - 1);
        }
        for (int i = 1; i < a.operandCount(); i++) {
            if (!Dimensions.isScalarInteger(a.operand(i))) {
                throw a.fault(FindingCode.OPERAND_TYPE, "sizes are integers, not %s", a.operand(i));
            }
        }
        return declared.withElementType(operand.elementType());
    }

    /** The same bytes under another shape. */
    private static @Nullable Shape bitcast(Application a) {
        var declared = a.declared();
        if (declared == null || !(a.operand(0) instanceof Shape.Array operand)) {
            return declared == null ? null : a.operand(0);
        }
        var array = a.declaredArray();
        if (array != null && !hasUnbounded(operand) && !hasUnbounded(array) && !takeTheSame(operand, array)) {
            throw a.fault(
                    FindingCode.SHAPE_MISMATCH,
                    "%s takes %d bits, %s takes %d",
                    operand.withoutLayout(),
                    bits(operand),
                    array.withoutLayout(),
                    bits(array));
        }
        return declared;
    }

    private static boolean takeTheSame(Shape.Array a, Shape.Array b) {
        return bits(a) == bits(b) || paddedBits(a) == paddedBits(b);
    }

    private static long bits(Shape.Array array) {
        return Math.multiplyExact(array.elements(), (long) array.elementType().bits());
    }

    /** With the padding of its tiles: on a TPU a bitcast may cut off, or add, what is only padding. */
    private static long paddedBits(Shape.Array array) {
        var tiles = array.layout().tiles();
        return tiles.isEmpty()
                ? bits(array)
                : Math.multiplyExact(paddedElements(array, tiles.getFirst()), (long)
                        array.elementType().bits());
    }

    private static long paddedElements(Shape.Array array, Layout.Tile tile) {
        int inTile = tile.dimensions().size();
        long elements = 1;
        for (int i = 0; i < Math.max(array.rank(), inTile); i++) {
            long size = i < array.rank()
                    ? array.dimension(array.layout().minorToMajor().get(i))
                    : 1;
            long multiple = i < inTile ? Math.max(1, tile.dimensions().get(inTile - 1 - i)) : 1;
            elements = Math.multiplyExact(elements, Math.multiplyExact(Math.ceilDiv(size, multiple), multiple));
        }
        return elements;
    }

    static @Nullable Shape broadcast(Application a, List<Integer> dimensions) {
        var operand = a.array(0);
        var declared = a.declaredArray();
        if (dimensions.size() != operand.rank()) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "it places %s, but %s has %d",
                    Counts.of(dimensions.size(), "dimension"),
                    operand.withoutLayout(),
                    operand.rank());
        }
        if (declared == null) {
            return null;
        }
        Dimensions.check(a, "dimensions", dimensions, declared.rank());
        for (int i = 0; i < operand.rank(); i++) {
            if (!Dimensions.mayBeEqual(operand.dimension(i), declared.dimension(dimensions.get(i)))) {
                throw a.fault(
                        FindingCode.SHAPE_MISMATCH,
                        "dimension %d of %s becomes dimension %d of %s, but their sizes differ",
                        i,
                        operand.withoutLayout(),
                        dimensions.get(i),
                        declared.withoutLayout());
            }
        }
        return declared.withElementType(operand.elementType());
    }

    static Shape transpose(Application a, List<Integer> dimensions) {
        var operand = a.array(0);
        Dimensions.check(a, "dimensions", dimensions, operand.rank());
        if (dimensions.size() != operand.rank()) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "it orders %s, but %s has %d",
                    Counts.of(dimensions.size(), "dimension"),
                    operand.withoutLayout(),
                    operand.rank());
        }
        return Dimensions.pick(operand, dimensions, operand.elementType());
    }

    static Shape reverse(Application a, List<Integer> dimensions) {
        var operand = a.array(0);
        Dimensions.check(a, "dimensions", dimensions, operand.rank());
        return operand;
    }

    static Shape concatenate(Application a, int dimension) {
        var first = a.array(0);
        Dimensions.check(a, "dimensions", List.of(dimension), first.rank());
        long size = 0;
        var type = first.elementType();
        var dynamic = new LinkedHashSet<>(first.dynamicDimensions());
        for (int i = 0; i < a.operandCount(); i++) {
            var operand = a.array(i);
            checkConcatenated(a, first, operand, dimension);
            type = ElementTypes.common(a, type, operand.elementType());
            size = size == Shape.UNBOUNDED || operand.dimension(dimension) == Shape.UNBOUNDED
                    ? Shape.UNBOUNDED
                    : Math.addExact(size, operand.dimension(dimension));
            dynamic.addAll(operand.dynamicDimensions());
        }
        var sizes = new ArrayList<>(first.dimensions());
        sizes.set(dimension, size);
        return Dimensions.array(type, sizes, dynamic);
    }

    private static void checkConcatenated(Application a, Shape.Array first, Shape.Array operand, int dimension) {
        boolean fits = operand.rank() == first.rank();
        for (int i = 0; fits && i < first.rank(); i++) {
            fits = i == dimension || Dimensions.mayBeEqual(first.dimension(i), operand.dimension(i));
        }
        if (!fits) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "%s and %s differ in another dimension than %d",
                    first.withoutLayout(),
                    operand.withoutLayout(),
                    dimension);
        }
    }

    static Shape getDimensionSize(Application a, int dimension) {
        Dimensions.check(a, "dimensions", List.of(dimension), a.array(0).rank());
        return Shape.scalar(PrimitiveType.S32);
    }

    static Shape setDimensionSize(Application a, int dimension) {
        var operand = a.array(0);
        Dimensions.check(a, "dimensions", List.of(dimension), operand.rank());
        if (!Dimensions.isScalarInteger(a.operand(1))) {
            throw a.fault(FindingCode.OPERAND_TYPE, "the size is an integer, not %s", a.operand(1));
        }
        var dynamic = new LinkedHashSet<>(operand.dynamicDimensions());
        dynamic.add(dimension);
        return Dimensions.array(operand.elementType(), operand.dimensions(), dynamic);
    }
}
