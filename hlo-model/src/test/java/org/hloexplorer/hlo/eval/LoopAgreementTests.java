package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;

/** The fast loops give, bit for bit, what the definition of one element gives. */
final class LoopAgreementTests {
    private static final List<HloOpcode> UNARY = List.of(
            HloOpcode.ABS,
            HloOpcode.NEGATE,
            HloOpcode.SQRT,
            HloOpcode.RSQRT,
            HloOpcode.EXPONENTIAL,
            HloOpcode.LOG,
            HloOpcode.TANH,
            HloOpcode.LOGISTIC,
            HloOpcode.ERF,
            HloOpcode.SIGN,
            HloOpcode.FLOOR);
    private static final List<HloOpcode> BINARY = List.of(
            HloOpcode.ADD,
            HloOpcode.SUBTRACT,
            HloOpcode.MULTIPLY,
            HloOpcode.DIVIDE,
            HloOpcode.MAXIMUM,
            HloOpcode.MINIMUM,
            HloOpcode.POWER,
            HloOpcode.REMAINDER,
            HloOpcode.ATAN2);
    private static final List<HloOpcode> INTEGER = List.of(
            HloOpcode.ADD,
            HloOpcode.SUBTRACT,
            HloOpcode.MULTIPLY,
            HloOpcode.AND,
            HloOpcode.OR,
            HloOpcode.XOR,
            HloOpcode.SHIFT_LEFT,
            HloOpcode.SHIFT_RIGHT_LOGICAL,
            HloOpcode.SHIFT_RIGHT_ARITHMETIC,
            HloOpcode.DIVIDE,
            HloOpcode.MAXIMUM);

    @Property(tries = 200)
    void ofFloatsWithOneOperand(
            @ForAll("floatTypes") PrimitiveType type, @ForAll("unary") HloOpcode opcode, @ForAll("floats") float x) {
        checkElementwise(type, opcode, x);
    }

    @Property(tries = 300)
    void ofFloatsWithTwoOperands(
            @ForAll("floatTypes") PrimitiveType type,
            @ForAll("binary") HloOpcode opcode,
            @ForAll("floats") float x,
            @ForAll("floats") float y) {
        checkElementwise(type, opcode, x, y);
    }

    @Property(tries = 300)
    void ofIntegers(
            @ForAll("integerTypes") PrimitiveType type,
            @ForAll("integer") HloOpcode opcode,
            @ForAll int x,
            @ForAll("amounts") int y) {
        checkElementwise(type, opcode, x, y);
    }

    /** One element alone goes through the array loops, and through the scalar program. */
    private static void checkElementwise(PrimitiveType type, HloOpcode opcode, double... values) {
        var shape = Shape.array(type, 1);
        var operands = new ArrayList<Literal>();
        for (double value : values) {
            operands.add(
                    Normalized.of(type.isIntegral() ? Literal.scalar(type, (long) value) : Literal.scalar(type, value))
                            .reshaped(shape));
        }
        var instruction = HloInstruction.of(1, "x", new HloOp.Plain(opcode), shape);
        var fast = new Elementwise(new Cancellation()).evaluate(instruction, operands);

        var program = ScalarProgram.ofElement(
                instruction, operands.stream().map(_ -> type).toList());
        var registers = program.newRegisters();
        for (int i = 0; i < operands.size(); i++) {
            registers.load(i, type, Storage.array(operands.get(i)), 0);
        }
        program.run(registers);
        var out = Storage.allocate(shape);
        registers.store(program.resultRegister(0), type, out, 0);
        var defined = Storage.literal(shape, out);

        if (type.isFloating() && Double.isNaN(defined.doubleAt(0))) {
            assertThat(fast.doubleAt(0)).isNaN();
        } else {
            assertThat(fast.bitsAt(0)).isEqualTo(defined.bitsAt(0));
        }
    }

    /** Dots of all sizes sum in the same order: whole tiles and what is left, few columns, operands that change places. */
    @Property(tries = 60)
    void ofDots(
            @ForAll @IntRange(min = 1, max = 140) int rows,
            @ForAll @IntRange(min = 1, max = 300) int columns,
            @ForAll @IntRange(min = 1, max = 22) int depth) {
        checkDot(rows, columns, depth);
    }

    @Property(tries = 40)
    void ofSmallDots(@ForAll @IntRange(min = 1, max = 40) int rows, @ForAll @IntRange(min = 1, max = 40) int columns) {
        checkDot(rows, columns, 13);
    }

    private static void checkDot(int rows, int columns, int depth) {
        var x = GeneratedInputs.of(List.<Shape>of(Shape.array(PrimitiveType.F32, rows, depth)), rows)
                .getFirst();
        var y = GeneratedInputs.of(List.<Shape>of(Shape.array(PrimitiveType.F32, depth, columns)), columns)
                .getFirst();
        float[] p = Storage.floats(x);
        float[] w = Storage.floats(y);
        var expected = new float[rows * columns];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                for (int k = 0; k < depth; k++) {
                    expected[row * columns + column] += p[row * depth + k] * w[k * columns + column];
                }
            }
        }
        assertThat(Storage.floats(dot("f32", x, y))).isEqualTo(expected);
    }

    /** The other kinds of numbers have loops of their own; so small integers are exact in all of them. */
    @Property(tries = 20)
    void ofDotsOfOtherTypes(
            @ForAll("otherTypes") PrimitiveType type, @ForAll @IntRange(min = 1, max = 70) int columns) {
        var x = GeneratedInputs.of(List.<Shape>of(Shape.array(PrimitiveType.S8, 37, 9)), 1)
                .getFirst();
        var y = GeneratedInputs.of(List.<Shape>of(Shape.array(PrimitiveType.S8, 9, columns)), 2)
                .getFirst();
        var elementwise = new Elementwise(new Cancellation());
        var exact = dot("s32", elementwise.convert(x, PrimitiveType.S32), elementwise.convert(y, PrimitiveType.S32));
        var product = dot(type.toString(), elementwise.convert(x, type), elementwise.convert(y, type));
        assertThat(Storage.ints(elementwise.convert(product, PrimitiveType.S32)))
                .isEqualTo(Storage.ints(exact));
        float[] floats = Storage.floats(
                dot("f32", elementwise.convert(x, PrimitiveType.F32), elementwise.convert(y, PrimitiveType.F32)));
        assertThat(Storage.floats(elementwise.convert(exact, PrimitiveType.F32)))
                .isEqualTo(floats);
    }

    private static Literal dot(String type, Literal x, Literal y) {
        var left = x.shape().asArray();
        var right = y.shape().asArray();
        var module =
                HloParser.parseOrThrow("""
                ENTRY main {
                  x = %1$s[%2$d,%3$d] parameter(0)
                  y = %1$s[%3$d,%4$d] parameter(1)
                  ROOT d = %1$s[%2$d,%4$d] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """.formatted(type, left.dimension(0), left.dimension(1), right.dimension(1)));
        return new HloEvaluator().evaluate(module, List.of(x, y));
    }

    @Property(tries = 60)
    void aTransposeUndoesItsInverse(@ForAll("permutations") List<Integer> permutation, @ForAll long seed) {
        var shape = Shape.array(PrimitiveType.S32, 3, 4, 1, 5);
        var literal = GeneratedInputs.of(List.<Shape>of(shape), seed).getFirst();
        var movement = new DataMovement(new Cancellation());
        var turned = Shape.array(
                PrimitiveType.S32, permutation.stream().map(shape::dimension).toList());
        var inverse = new ArrayList<>(permutation);
        for (int i = 0; i < permutation.size(); i++) {
            inverse.set(permutation.get(i), i);
        }
        var there = movement.transpose(literal, permutation, turned);
        var back = movement.transpose(there, inverse, shape);
        assertThat(back.data().mismatch(literal.data())).isEqualTo(-1);
    }

    @Provide
    Arbitrary<PrimitiveType> floatTypes() {
        return Arbitraries.of(PrimitiveType.F32, PrimitiveType.F64, PrimitiveType.BF16, PrimitiveType.F16);
    }

    @Provide
    Arbitrary<PrimitiveType> otherTypes() {
        return Arbitraries.of(PrimitiveType.F64, PrimitiveType.S64, PrimitiveType.S32, PrimitiveType.U32);
    }

    @Provide
    Arbitrary<PrimitiveType> integerTypes() {
        return Arbitraries.of(PrimitiveType.S32, PrimitiveType.U32, PrimitiveType.S8, PrimitiveType.U64);
    }

    @Provide
    Arbitrary<HloOpcode> unary() {
        return Arbitraries.of(UNARY);
    }

    @Provide
    Arbitrary<HloOpcode> binary() {
        return Arbitraries.of(BINARY);
    }

    @Provide
    Arbitrary<HloOpcode> integer() {
        return Arbitraries.of(INTEGER);
    }

    @Provide
    Arbitrary<Integer> amounts() {
        return Arbitraries.oneOf(Arbitraries.integers().between(-2, 40), Arbitraries.integers());
    }

    @Provide
    Arbitrary<List<Integer>> permutations() {
        return Arbitraries.shuffle(0, 1, 2, 3);
    }

    @Provide
    Arbitrary<Float> floats() {
        return Arbitraries.oneOf(
                Arbitraries.floats().between(-10, 10),
                Arbitraries.floats(),
                Arbitraries.of(
                        0f,
                        -0f,
                        1f,
                        -1f,
                        Float.NaN,
                        Float.POSITIVE_INFINITY,
                        Float.NEGATIVE_INFINITY,
                        Float.MIN_VALUE));
    }
}
