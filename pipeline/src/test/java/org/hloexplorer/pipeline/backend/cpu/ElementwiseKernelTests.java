package org.hloexplorer.pipeline.backend.cpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every element-wise operation over every type that has kernels, on ordinary and on odd values. */
@ExtendWith(SharedWorker.class)
final class ElementwiseKernelTests {
    private static final List<String> FLOAT_UNARY = List.of(
            "abs",
            "acos",
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atanh",
            "cbrt",
            "ceil",
            "cosine",
            "cosh",
            "erf",
            "exponential",
            "exponential-minus-one",
            "floor",
            "log",
            "log-plus-one",
            "logistic",
            "negate",
            "round-nearest-afz",
            "round-nearest-even",
            "rsqrt",
            "sign",
            "sine",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
            "copy");
    private static final List<String> FLOAT_BINARY =
            List.of("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "power", "atan2");
    private static final List<String> INTEGER_UNARY =
            List.of("abs", "negate", "sign", "not", "popcnt", "count-leading-zeros");
    private static final List<String> INTEGER_BINARY = List.of(
            "add",
            "subtract",
            "multiply",
            "divide",
            "remainder",
            "maximum",
            "minimum",
            "and",
            "or",
            "xor",
            "shift-left",
            "shift-right-arithmetic",
            "shift-right-logical",
            "mulhi");
    private static final List<String> RELATIONS = List.of("EQ", "NE", "LT", "LE", "GT", "GE");

    /** What functions of f32 may be off; the rest is exact or rounded once, and the narrow types round that away. */
    private static final double ULPS = 5;

    /** Odd numbers, and some that are not. */
    private static final double[] NUMBERS = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        3,
        -3,
        7,
        31,
        32,
        33,
        64,
        100,
        -100,
        127,
        128,
        255,
        256,
        1e-3,
        1e-6,
        0.1,
        -0.3,
        88,
        -88,
        1000,
        -32768,
        32767,
        65504,
        1e10,
        -1e10,
        1e30,
        1e-30,
        1e-40,
        4.9e-324,
        4.6e18,
        -9.3e18,
        2e19,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    static Stream<PrimitiveType> integers() {
        return Stream.of(PrimitiveType.values()).filter(type -> type.isIntegral() && type.bits() >= 8);
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "F16", "BF16"})
    void floats(PrimitiveType type, Comparison comparison) {
        var lines = new ArrayList<String>();
        FLOAT_UNARY.forEach(op -> lines.add("%s %s(x)".formatted(shaped(type), op)));
        FLOAT_BINARY.forEach(op -> lines.add("%s %s(x, y)".formatted(shaped(type), op)));
        RELATIONS.forEach(relation -> {
            lines.add("pred[N] compare(x, y), direction=" + relation);
            lines.add("pred[N] compare(x, y), direction=" + relation + ", type=TOTALORDER");
        });
        lines.add("pred[N] is-finite(x)");
        lines.add("%s clamp(y, x, z)".formatted(shaped(type)));
        lines.add("%s select(p, x, y)".formatted(shaped(type)));
        hold(type, lines, comparison);
    }

    @ParameterizedTest
    @MethodSource("integers")
    void integers(PrimitiveType type, Comparison comparison) {
        var lines = new ArrayList<String>();
        INTEGER_UNARY.stream()
                .filter(op ->
                        type.isSigned() || !List.of("negate", "abs", "sign").contains(op))
                .forEach(op -> lines.add("%s %s(x)".formatted(shaped(type), op)));
        INTEGER_BINARY.forEach(op -> lines.add("%s %s(x, y)".formatted(shaped(type), op)));
        RELATIONS.forEach(relation -> lines.add("pred[N] compare(x, y), direction=" + relation));
        lines.add("%s clamp(y, x, z)".formatted(shaped(type)));
        lines.add("%s select(p, x, y)".formatted(shaped(type)));
        hold(type, lines, comparison);
    }

    @Test
    void predicates(Comparison comparison) {
        var lines = new ArrayList<String>();
        lines.add("pred[N] not(x)");
        List.of("and", "or", "xor", "maximum", "minimum", "add", "multiply")
                .forEach(op -> lines.add("pred[N] %s(x, y)".formatted(op)));
        RELATIONS.forEach(relation -> lines.add("pred[N] compare(x, y), direction=" + relation));
        lines.add("pred[N] select(p, x, y)");
        hold(PrimitiveType.PRED, lines, comparison);
    }

    @ParameterizedTest
    @EnumSource(names = {"PRED", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64", "F16", "BF16", "F32", "F64"})
    void conversions(PrimitiveType type, Comparison comparison) {
        var lines = new ArrayList<String>();
        for (var to : PrimitiveType.values()) {
            var isNumber = to == PrimitiveType.PRED || (to.isIntegral() && to.bits() >= 8);
            var isFloat = to.isFloating() && to.bits() >= 16;
            if (isNumber || isFloat) {
                lines.add("%s[N] convert(x)".formatted(to));
            }
            if ((isNumber || isFloat) && to.bits() == type.bits()) {
                lines.add("%s[N] bitcast-convert(x)".formatted(to));
            }
        }
        hold(type, lines, comparison);
    }

    @Test
    void reducedPrecision(Comparison comparison) {
        hold(
                PrimitiveType.F32,
                List.of(
                        "f32[N] reduce-precision(x), exponent_bits=5, mantissa_bits=10",
                        "f32[N] reduce-precision(x), exponent_bits=8, mantissa_bits=7",
                        "f32[N] reduce-precision(x), exponent_bits=4, mantissa_bits=3",
                        "f32[N] reduce-precision(x), exponent_bits=8, mantissa_bits=23",
                        "f32[N] reduce-precision(x), exponent_bits=2, mantissa_bits=0"),
                comparison);
    }

    private static String shaped(PrimitiveType type) {
        return type + "[N]";
    }

    /** One module with a kernel for each line; x and y take every pair of the numbers. */
    private static void hold(PrimitiveType type, List<String> lines, Comparison comparison) {
        int count = NUMBERS.length * NUMBERS.length;
        var text = new StringBuilder("HloModule elementwise\nENTRY main {\n");
        text.append(
                "  x = T[N] parameter(0)\n  y = T[N] parameter(1)\n  z = T[N] parameter(2)\n  p = pred[N] parameter(3)\n");
        for (int i = 0; i < lines.size(); i++) {
            text.append("  r%d = %s\n".formatted(i, lines.get(i)));
        }
        var shapes = lines.stream().map(line -> line.split(" ")[0]).collect(Collectors.joining(", "));
        var names = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            names.add("r" + i);
        }
        text.append("  ROOT t = (%s) tuple(%s)\n}\n".formatted(shapes, String.join(", ", names)));
        var module = HloParser.parseOrThrow(
                text.toString().replace("T[N]", type + "[N]").replace("[N]", "[" + count + "]"));
        comparison.holdsClosely(module, arguments(type, count), ULPS);
    }

    private static List<Literal> arguments(PrimitiveType type, int count) {
        int n = NUMBERS.length;
        var arguments = new ArrayList<Literal>();
        arguments.add(literal(type, count, i -> NUMBERS[i / n]));
        arguments.add(literal(type, count, i -> NUMBERS[i % n]));
        arguments.add(literal(type, count, i -> NUMBERS[(i / n + i % n + 5) % n]));
        arguments.add(literal(PrimitiveType.PRED, count, i -> i % 3));
        return arguments;
    }

    private interface Numbers {
        double at(int index);
    }

    private static Literal literal(PrimitiveType type, int count, Numbers numbers) {
        var bytes = new byte[count * type.bytes()];
        for (int i = 0; i < count; i++) {
            long bits = bits(type, numbers.at(i));
            for (int b = 0; b < type.bytes(); b++) {
                bytes[i * type.bytes() + b] = (byte) (bits >>> (8 * b));
            }
        }
        return Literal.of(Shape.array(type, count), MemorySegment.ofArray(bytes));
    }

    private static long bits(PrimitiveType type, double number) {
        return switch (type) {
            case PRED -> number > 0 ? 1 : 0;
            case F32 -> Float.floatToRawIntBits((float) number);
            case F64 -> Double.doubleToRawLongBits(number);
            case F16, BF16 -> FloatFormats.encode(type, number);
            default -> (long) number;
        };
    }
}
