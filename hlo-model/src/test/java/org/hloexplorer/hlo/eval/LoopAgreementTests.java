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

    /** A dot with many columns, and with few, where the operands change places, sums in the same order. */
    @Property(tries = 40)
    void ofDots(@ForAll @IntRange(min = 1, max = 40) int rows, @ForAll @IntRange(min = 1, max = 40) int columns) {
        int depth = 13;
        var module = HloParser.parseOrThrow("""
                ENTRY main {
                  x = f32[%d,%d] parameter(0)
                  y = f32[%d,%d] parameter(1)
                  ROOT d = f32[%d,%d] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """.formatted(rows, depth, depth, columns, rows, columns));
        var inputs = GeneratedInputs.of(module, rows * 100L + columns);
        float[] x = Storage.floats(inputs.getFirst());
        float[] y = Storage.floats(inputs.getLast());
        float[] actual = Storage.floats(new HloEvaluator().evaluate(module, inputs));
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                float sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum += x[row * depth + k] * y[k * columns + column];
                }
                assertThat(actual[row * columns + column]).isEqualTo(sum);
            }
        }
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
