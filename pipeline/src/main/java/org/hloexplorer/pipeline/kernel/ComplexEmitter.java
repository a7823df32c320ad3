package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Element-wise operations on complex numbers, which kernels know as two scalars: the real part is part 0 of a complex array,
 * the imaginary part is part 1.
 */
record ComplexEmitter(ElementEmitter elements, Block block, Frame frame, HloInstruction instruction) {

    /** A number as its parts. */
    record Complex(Value re, Value im) {
        List<Value> parts() {
            return List.of(re, im);
        }
    }

    static boolean isComplex(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array
                && array.elementType().isComplex();
    }

    /** The type of either part. */
    static PrimitiveType partType(PrimitiveType type) {
        return type == PrimitiveType.C64 ? PrimitiveType.F32 : PrimitiveType.F64;
    }

    private Scalars scalars() {
        return new Scalars(block, instruction.id());
    }

    private Complex operand(int number, List<Index> indices) {
        var operand = frame.operand(instruction, number);
        var at = operand.shape().asArray().isScalar() ? List.<Index>of() : indices;
        if (isComplex(operand)) {
            return new Complex(
                    elements.element(block, frame, operand, 0, at), elements.element(block, frame, operand, 1, at));
        }
        var value = elements.element(block, frame, operand, at);
        var isChoice = value.type() == PrimitiveType.PRED || !isComplex(instruction);
        var re = isChoice
                ? value
                : scalars().convert(partType(instruction.shape().asArray().elementType()), value);
        return new Complex(re, isChoice ? re : scalars().number(re.type(), 0));
    }

    /** A real number, or a predicate, of complex ones. */
    Value real(List<Index> indices) {
        var a = operand(0, indices);
        var type = instruction.shape().asArray().elementType();
        return switch (instruction.op()) {
            case HloOp.Compare(var direction, var _) -> compare(direction, a, operand(1, indices));
            default ->
                switch (instruction.opcode()) {
                    case REAL -> a.re();
                    case IMAG -> a.im();
                    case ABS -> magnitude(a);
                    case CONVERT -> scalars().convert(type, a.re());
                    default -> throw unknown();
                };
        };
    }

    private NotLowerable unknown() {
        return new NotLowerable("%s of complex numbers is not a kernel yet".formatted(instruction.opcode()));
    }

    private Value compare(ComparisonDirection direction, Complex a, Complex b) {
        var re = scalars().apply(Operation.COMPARE_EQ, a.re(), b.re());
        var im = scalars().apply(Operation.COMPARE_EQ, a.im(), b.im());
        var both = scalars().and(re, im);
        return switch (direction) {
            case EQ -> both;
            case NE -> scalars().apply(Operation.NOT, both);
            case LT, LE, GT, GE -> throw unknown();
        };
    }

    /** In f64, where the squares of any f32 are finite; f64 itself is scaled by its larger part. */
    private Value magnitude(Complex a) {
        if (a.re().type() == PrimitiveType.F32) {
            return scalars().convert(PrimitiveType.F32, length(wide(a)));
        }
        var re = scalars().abs(a.re());
        var im = scalars().abs(a.im());
        var larger = scalars().apply(Operation.MAXIMUM, re, im);
        var smaller = scalars().apply(Operation.MINIMUM, re, im);
        var ratio = scalars().divide(smaller, larger);
        var length = scalars()
                .multiply(
                        larger,
                        scalars().apply(Operation.SQRT, scalars().plus(scalars().multiply(ratio, ratio), 1)));
        var isEndless = scalars().isEqual(larger, Double.POSITIVE_INFINITY);
        var isZero = scalars().isEqual(larger, 0);
        return scalars().select(scalars().or(isEndless, isZero), larger, length);
    }

    private Complex wide(Complex a) {
        return new Complex(
                scalars().convert(PrimitiveType.F64, a.re()), scalars().convert(PrimitiveType.F64, a.im()));
    }

    private Complex narrow(PrimitiveType type, Value re, Value im) {
        return new Complex(scalars().convert(type, re), scalars().convert(type, im));
    }

    private Value length(Complex a) {
        return scalars().apply(Operation.SQRT, square(a));
    }

    private Value square(Complex a) {
        return scalars().add(scalars().multiply(a.re(), a.re()), scalars().multiply(a.im(), a.im()));
    }

    /** A complex number. */
    Complex complex(List<Index> indices) {
        var type = partType(instruction.shape().asArray().elementType());
        return switch (instruction.opcode()) {
            case COMPLEX ->
                new Complex(operand(0, indices).re(), operand(1, indices).re());
            case COPY -> operand(0, indices);
            case CONVERT -> {
                var a = operand(0, indices);
                yield narrow(type, a.re(), a.im());
            }
            case SELECT -> {
                var a = operand(1, indices);
                var b = operand(2, indices);
                var choice = operand(0, indices).re();
                yield new Complex(
                        scalars().select(choice, a.re(), b.re()), scalars().select(choice, a.im(), b.im()));
            }
            case ADD, SUBTRACT, MULTIPLY, DIVIDE ->
                binary(instruction.opcode(), operand(0, indices), operand(1, indices));
            default -> unary(operand(0, indices));
        };
    }

    private Complex binary(HloOpcode opcode, Complex a, Complex b) {
        return switch (opcode) {
            case ADD -> new Complex(scalars().add(a.re(), b.re()), scalars().add(a.im(), b.im()));
            case SUBTRACT ->
                new Complex(scalars().subtract(a.re(), b.re()), scalars().subtract(a.im(), b.im()));
            case MULTIPLY -> product(a, b);
            case DIVIDE -> quotient(a, b);
            default -> throw unknown();
        };
    }

    private Complex product(Complex a, Complex b) {
        return product(scalars(), a, b);
    }

    static Complex product(Scalars scalars, Complex a, Complex b) {
        return new Complex(
                scalars.subtract(scalars.multiply(a.re(), b.re()), scalars.multiply(a.im(), b.im())),
                scalars.add(scalars.multiply(a.re(), b.im()), scalars.multiply(a.im(), b.re())));
    }

    private Complex quotient(Complex a, Complex b) {
        var x = wide(a);
        var y = wide(b);
        if (a.re().type() == PrimitiveType.F64) {
            var larger = scalars()
                    .apply(Operation.MAXIMUM, scalars().abs(b.re()), scalars().abs(b.im()));
            x = new Complex(scalars().divide(x.re(), larger), scalars().divide(x.im(), larger));
            y = new Complex(scalars().divide(y.re(), larger), scalars().divide(y.im(), larger));
        }
        var square = square(y);
        var product = product(x, new Complex(y.re(), scalars().negate(y.im())));
        return narrow(
                a.re().type(), scalars().divide(product.re(), square), scalars().divide(product.im(), square));
    }

    private Complex unary(Complex a) {
        return switch (instruction.opcode()) {
            case NEGATE -> new Complex(scalars().negate(a.re()), scalars().negate(a.im()));
            case EXPONENTIAL -> {
                var scale = scalars().apply(Operation.EXP, a.re());
                yield new Complex(
                        scalars().multiply(scale, scalars().apply(Operation.COS, a.im())),
                        scalars().multiply(scale, scalars().apply(Operation.SIN, a.im())));
            }
            case LOG ->
                new Complex(
                        scalars().apply(Operation.LOG, magnitude(a)), scalars().apply(Operation.ATAN2, a.im(), a.re()));
            case SQRT -> root(a);
            case RSQRT -> {
                var one = scalars().number(a.re().type(), 1);
                var zero = scalars().number(a.re().type(), 0);
                yield quotient(new Complex(one, zero), root(a));
            }
            default -> throw unknown();
        };
    }

    /** {@code sqrt((|z| + |re|) / 2)} is the larger part, and the other one is {@code im / (2 larger)}. */
    private Complex root(Complex a) {
        var half = scalars().scaled(scalars().add(magnitude(a), scalars().abs(a.re())), 0.5);
        var larger = scalars().apply(Operation.SQRT, half);
        var quotient = scalars().divide(scalars().abs(a.im()), scalars().scaled(larger, 2));
        var smaller = scalars().select(scalars().isEqual(larger, 0), larger, quotient);
        var isLeft = scalars().isLess(a.re(), 0);
        return new Complex(
                scalars().select(isLeft, smaller, larger),
                scalars().apply(Operation.COPYSIGN, scalars().select(isLeft, larger, smaller), a.im()));
    }
}
