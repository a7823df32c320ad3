package org.hloexplorer.pipeline.kernel;

import java.util.Arrays;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** Writes scalar computations into a block, in short words. */
record Scalars(Block block, int instruction) {

    /** A number, rounded to the type. */
    Value number(PrimitiveType type, double number) {
        return bits(
                type,
                switch (type) {
                    case F32 -> Integer.toUnsignedLong(Float.floatToRawIntBits((float) number));
                    case F64 -> Double.doubleToRawLongBits(number);
                    case F16, BF16 -> FloatFormats.encode(type, number);
                    default -> type.isFloating() ? FloatFormats.encode(type, number) : (long) number;
                });
    }

    Value bits(PrimitiveType type, long bits) {
        return block.define(new Expression.Constant(type, bits), instruction);
    }

    /** An operation whose result has the type of its last operand. */
    Value apply(Operation operation, Value... operands) {
        var type = operation.isComparison() ? PrimitiveType.PRED : operands[operands.length - 1].type();
        return block.define(new Expression.Apply(operation, type, Arrays.asList(operands)), instruction);
    }

    Value add(Value a, Value b) {
        return apply(Operation.ADD, a, b);
    }

    Value subtract(Value a, Value b) {
        return apply(Operation.SUBTRACT, a, b);
    }

    Value multiply(Value a, Value b) {
        return apply(Operation.MULTIPLY, a, b);
    }

    Value divide(Value a, Value b) {
        return apply(Operation.DIVIDE, a, b);
    }

    /** {@code a * b + c} */
    Value multiplyAdd(Value a, Value b, Value c) {
        return apply(Operation.MULTIPLY_ADD, a, b, c);
    }

    /** {@code a * number} */
    Value scaled(Value a, double number) {
        return multiply(a, number(a.type(), number));
    }

    /** {@code a + number} */
    Value plus(Value a, double number) {
        return add(a, number(a.type(), number));
    }

    Value abs(Value a) {
        return apply(Operation.ABS, a);
    }

    Value negate(Value a) {
        return apply(Operation.NEGATE, a);
    }

    Value select(Value condition, Value then, Value otherwise) {
        return apply(Operation.SELECT, condition, then, otherwise);
    }

    Value and(Value a, Value b) {
        return apply(Operation.AND, a, b);
    }

    Value or(Value a, Value b) {
        return apply(Operation.OR, a, b);
    }

    Value isLess(Value a, double number) {
        return apply(Operation.COMPARE_LT, a, number(a.type(), number));
    }

    Value isGreater(Value a, double number) {
        return apply(Operation.COMPARE_GT, a, number(a.type(), number));
    }

    Value isEqual(Value a, double number) {
        return apply(Operation.COMPARE_EQ, a, number(a.type(), number));
    }

    Value isNan(Value a) {
        return apply(Operation.COMPARE_NE, a, a);
    }

    /** The value, or the bound that it lies beyond; a NaN stays one, which minimum and maximum of a processor lose. */
    Value clamped(Value a, double low, double high) {
        var raised = select(isLess(a, low), number(a.type(), low), a);
        return select(isGreater(raised, high), number(a.type(), high), raised);
    }

    /** A polynomial by Horner's rule, coefficients of the highest power first. */
    Value polynomial(Value x, double... coefficients) {
        var sum = number(x.type(), coefficients[0]);
        for (int i = 1; i < coefficients.length; i++) {
            sum = multiplyAdd(sum, x, number(x.type(), coefficients[i]));
        }
        return sum;
    }

    Value convert(PrimitiveType type, Value a) {
        if (a.type() == type) {
            return a;
        }
        if (NarrowTypes.isOne(a.type())) {
            return convert(type, new NarrowTypes(this).widened(a));
        }
        return NarrowTypes.isOne(type)
                ? new NarrowTypes(this).narrowed(type, a)
                : block.define(new Expression.Convert(type, a), instruction);
    }

    Value bitcast(PrimitiveType type, Value a) {
        return a.type() == type ? a : block.define(new Expression.BitcastConvert(type, a), instruction);
    }
}
