package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.jspecify.annotations.Nullable;

/** Shapes of reductions, windows, sorts and maps. */
final class ReductionShapes {
    private ReductionShapes() {}

    static Shape reduce(Application a, List<Integer> dimensions, int toApply) {
        int inputs = inputsWithInits(a);
        var first = a.array(0);
        Dimensions.check(a, "dimensions", dimensions, first.rank());
        return results(a, inputs, toApply, type -> Dimensions.without(first, dimensions, type));
    }

    static Shape reduceWindow(Application a, Window window, int toApply) {
        int inputs = inputsWithInits(a);
        var sizes = Windows.positions(a, a.array(0), window);
        return results(
                a,
                inputs,
                toApply,
                type -> Dimensions.array(type, sizes, a.array(0).dynamicDimensions()));
    }

    /** The number of inputs; each has an initial value, all have the same dimensions. */
    private static int inputsWithInits(Application a) {
        int inputs = a.operandCount() / 2;
        if (inputs < 1 || a.operandCount() != 2 * inputs) {
            throw a.fault(
                    FindingCode.OPERAND_COUNT,
                    "it takes inputs and as many initial values, not %d operands in all",
                    a.operandCount());
        }
        for (int i = 0; i < inputs; i++) {
            checkSameDimensions(a, a.array(0), a.array(i));
            var init = a.array(inputs + i);
            if (!init.isScalar()) {
                throw a.fault(FindingCode.OPERAND_TYPE, "an initial value is a scalar, not %s", init.withoutLayout());
            }
            ElementTypes.common(a, a.array(i).elementType(), init.elementType());
        }
        return inputs;
    }

    private static void checkSameDimensions(Application a, Shape.Array first, Shape.Array other) {
        if (!Dimensions.mayBeEqual(first.dimensions(), other.dimensions())) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "%s and %s differ in their dimensions",
                    first.withoutLayout(),
                    other.withoutLayout());
        }
    }

    /** Shapes an element type's array. */
    private interface Shaper {
        Shape of(PrimitiveType type);
    }

    /** The element types are those that the computation gives. */
    private static Shape results(Application a, int inputs, int toApply, Shaper shaper) {
        var types = IntStream.range(0, inputs)
                .mapToObj(i -> a.array(inputs + i).elementType())
                .toList();
        Callees.checkReducer(a, toApply, types);
        var shapes = resultTypes(a, toApply, types).stream().map(shaper::of).toList();
        return shapes.size() == 1 ? shapes.getFirst() : new Shape.Tuple(shapes);
    }

    private static List<PrimitiveType> resultTypes(Application a, int toApply, List<PrimitiveType> otherwise) {
        var result = a.callee(toApply).result();
        var parts = result instanceof Shape.Tuple(var elements) ? elements : List.of(result);
        boolean areArrays = parts.stream().allMatch(Shape.Array.class::isInstance);
        return areArrays && parts.size() == otherwise.size()
                ? parts.stream().map(part -> part.asArray().elementType()).toList()
                : otherwise;
    }

    static Shape selectAndScatter(Application a, HloOp.SelectAndScatter op) {
        var operand = a.array(0);
        var source = a.array(1);
        var positions = Windows.positions(a, operand, op.window());
        if (!Dimensions.mayBeEqual(positions, source.dimensions())) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "the window has %s positions, but the source is %s",
                    positions,
                    source.withoutLayout());
        }
        Callees.checkComparator(a, op.select(), List.of(operand.elementType()));
        Callees.checkReducer(a, op.scatter(), List.of(source.elementType()));
        return operand;
    }

    static Shape sort(Application a, HloOp.Sort sort) {
        if (a.operandCount() < 1) {
            throw a.fault(FindingCode.OPERAND_COUNT, "it takes one operand or more");
        }
        var first = a.array(0);
        Dimensions.check(a, "dimensions", List.of(sort.dimension()), first.rank());
        var types = new ArrayList<PrimitiveType>();
        for (int i = 0; i < a.operandCount(); i++) {
            checkSameDimensions(a, first, a.array(i));
            types.add(a.array(i).elementType());
        }
        Callees.checkComparator(a, sort.comparator(), types);
        return types.size() == 1 ? first : new Shape.Tuple(a.operands());
    }

    static Shape topK(Application a, long k) {
        var operand = a.array(0);
        if (operand.rank() == 0 || k < 0 || k > operand.dimension(operand.rank() - 1)) {
            throw a.fault(
                    FindingCode.SLICE_BOUNDS,
                    "%s does not have %d elements in its last dimension",
                    operand.withoutLayout(),
                    k);
        }
        var values = Dimensions.resized(operand, operand.rank() - 1, k);
        return Shape.tuple(values, values.withElementType(PrimitiveType.S32));
    }

    static Shape map(Application a, List<Integer> dimensions, int toApply) {
        var first = a.array(0);
        Dimensions.check(a, "dimensions", dimensions, first.rank());
        var scalars = new ArrayList<Shape>();
        for (int i = 0; i < a.operandCount(); i++) {
            checkSameDimensions(a, first, a.array(i));
            scalars.add(Shape.scalar(a.array(i).elementType()));
        }
        var program = a.callee(toApply);
        Callees.checkParameters(a, program, scalars);
        if (!(program.result() instanceof Shape.Array result) || !result.isScalar()) {
            throw a.fault(FindingCode.CALLEE_SIGNATURE, "the computation gives a scalar, not %s", program.result());
        }
        return first.withElementType(result.elementType());
    }

    /** Outputs and final carries; their shapes follow from the computation, whose parameters are slices and carries. */
    static @Nullable Shape scan(Application a, HloOp.Scan scan) {
        if (a.operandCount() < 1 || scan.numCarries() < 0 || scan.numCarries() > a.operandCount()) {
            throw a.fault(
                    FindingCode.OPERAND_COUNT,
                    "%d of its %d operands are said to be carries",
                    scan.numCarries(),
                    a.operandCount());
        }
        int inputs = a.operandCount() - scan.numCarries();
        for (int i = 0; i < inputs; i++) {
            Dimensions.check(
                    a, "dimensions", Set.of(scan.dimension()), a.array(i).rank());
        }
        return a.declared();
    }
}
