package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Shapes of operations that work element by element. */
final class ElementwiseShapes {
    private ElementwiseShapes() {}

    static @Nullable Shape plain(Application a, HloOpcode opcode) {
        return switch (opcode.arity()) {
            case 1 -> unary(a, opcode);
            case 2 -> binary(a, opcode);
            default -> opcode == HloOpcode.CLAMP ? clamp(a) : select(a);
        };
    }

    private static @Nullable Shape unary(Application a, HloOpcode opcode) {
        var operand = a.array(0);
        var type = operand.elementType();
        ElementTypes.check(a, opcode, type);
        return switch (opcode) {
            case CONVERT -> convert(a, operand);
            case BITCAST_CONVERT -> bitcastConvert(a, operand);
            case ABS -> operand.withElementType(type.isComplex() ? ElementTypes.partOf(type) : type);
            case REAL, IMAG -> operand.withElementType(type.isComplex() ? ElementTypes.partOf(type) : type);
            case IS_FINITE -> operand.withElementType(PrimitiveType.PRED);
            default -> operand;
        };
    }

    private static @Nullable Shape convert(Application a, Shape.Array operand) {
        var declared = a.declaredArray();
        if (declared == null) {
            return null;
        }
        if (operand.elementType().isComplex() && !declared.elementType().isComplex()) {
            throw a.fault(
                    FindingCode.OPERAND_TYPE,
                    "%s cannot become %s; take its real part first",
                    operand.elementType(),
                    declared.elementType());
        }
        return operand.withElementType(declared.elementType());
    }

    /** A narrower result has one more dimension, a wider one has one less, so that all bits find their place. */
    private static @Nullable Shape bitcastConvert(Application a, Shape.Array operand) {
        var declared = a.declaredArray();
        if (declared == null) {
            return null;
        }
        int from = operand.elementType().bits();
        int to = declared.elementType().bits();
        var sizes = new ArrayList<>(operand.dimensions());
        var dynamic = new LinkedHashSet<>(operand.dynamicDimensions());
        if (from > to) {
            sizes.add((long) from / to);
        } else if (from < to) {
            if (sizes.isEmpty() || sizes.getLast() != to / from) {
                throw a.fault(
                        FindingCode.OPERAND_SHAPES,
                        "%d elements of %s make one of %s, but the last dimension of %s is another",
                        to / from,
                        operand.elementType(),
                        declared.elementType(),
                        operand);
            }
            sizes.removeLast();
            dynamic.remove(sizes.size());
        }
        return Dimensions.array(declared.elementType(), sizes, dynamic);
    }

    static Shape reducePrecision(Application a, HloOp.ReducePrecision reduce) {
        var operand = a.array(0);
        ElementTypes.check(a, HloOpcode.REDUCE_PRECISION, operand.elementType());
        if (reduce.exponentBits() < 1 || reduce.mantissaBits() < 0) {
            throw a.fault(
                    FindingCode.OPERAND_TYPE,
                    "a number needs one bit of exponent or more, and no negative number of mantissa bits");
        }
        return operand;
    }

    private static @Nullable Shape binary(Application a, HloOpcode opcode) {
        var lhs = a.array(0);
        ElementTypes.check(a, opcode, lhs.elementType());
        return switch (opcode) {
            case STOCHASTIC_CONVERT -> stochasticConvert(a, lhs);
            case COMPLEX -> together(a, 0, 1).withElementType(ElementTypes.complexOf(a, lhs.elementType()));
            default -> together(a, 0, 1);
        };
    }

    private static @Nullable Shape stochasticConvert(Application a, Shape.Array value) {
        var random = a.array(1);
        if (!random.elementType().isUnsigned()
                || random.elementType().bits() != value.elementType().bits()) {
            throw a.fault(
                    FindingCode.OPERAND_TYPE,
                    "the random bits for %s are unsigned and as wide, not %s",
                    value.elementType(),
                    random.elementType());
        }
        checkSameDimensions(a, value, random);
        var declared = a.declaredArray();
        return declared == null ? null : value.withElementType(declared.elementType());
    }

    static Shape compare(Application a, HloOp.Compare compare) {
        var operands = together(a, 0, 1);
        boolean asksForOrder =
                compare.direction() != ComparisonDirection.EQ && compare.direction() != ComparisonDirection.NE;
        if (asksForOrder && a.array(0).elementType().isComplex()) {
            throw a.fault(FindingCode.OPERAND_TYPE, "complex numbers have no order; only EQ and NE compare them");
        }
        return operands.withElementType(PrimitiveType.PRED);
    }

    /** Two operands of one shape. Floating types may differ in width; then the declared one counts. */
    static Shape.Array together(Application a, int first, int second) {
        var lhs = a.array(first);
        var rhs = a.array(second);
        checkSameDimensions(a, lhs, rhs);
        var dynamic = new LinkedHashSet<>(lhs.dynamicDimensions());
        dynamic.addAll(rhs.dynamicDimensions());
        var type = ElementTypes.common(a, lhs.elementType(), rhs.elementType());
        return new Shape.Array(type, lhs.dimensions(), dynamic, lhs.layout());
    }

    private static void checkSameDimensions(Application a, Shape.Array lhs, Shape.Array rhs) {
        if (!Dimensions.mayBeEqual(lhs.dimensions(), rhs.dimensions())) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "%s and %s differ in their dimensions; broadcast one of them first",
                    lhs.withoutLayout(),
                    rhs.withoutLayout());
        }
    }

    private static Shape select(Application a) {
        var predicate = a.array(0);
        if (!predicate.elementType().isPredicate()) {
            throw a.fault(FindingCode.OPERAND_TYPE, "the choice is of type pred, not %s", predicate.elementType());
        }
        if (a.operand(1) instanceof Shape.Tuple tuple && tuple.isCompatible(a.operand(2)) && predicate.isScalar()) {
            return tuple;
        }
        var values = together(a, 1, 2);
        if (!predicate.isScalar()) {
            checkSameDimensions(a, predicate, values);
        }
        return values;
    }

    private static Shape clamp(Application a) {
        var value = a.array(1);
        for (int bound = 0; bound <= 2; bound += 2) {
            var shape = a.array(bound);
            ElementTypes.common(a, shape.elementType(), value.elementType());
            if (!shape.isScalar()) {
                checkSameDimensions(a, shape, value);
            }
        }
        return value;
    }
}
