package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** {@code rng-bit-generator}: bits by ThreeFry or Philox, and the state to go on with. */
final class RandomBits {
    private RandomBits() {}

    /** The new state and the bits. */
    static List<Literal> of(HloInstruction instruction, String algorithm, Literal state) {
        if (!(instruction.shape() instanceof Shape.Tuple(var elements))) {
            throw new EvaluationException(instruction, "its shape is no tuple of a state and bits");
        }
        var shape = elements.getLast().asArray();
        long[] words = stateWords(state);
        var bits = new Bits(shape);
        long[] next = switch (algorithm) {
            case "rng_three_fry" -> ThreeFry.fill(words, bits);
            case "rng_philox", "rng_default" -> Philox.fill(words, bits);
            default -> throw new EvaluationException(instruction, "no generator is called " + algorithm);
        };
        return List.of(stateLiteral(state, next), bits.literal());
    }

    /** As 64-bit words; a state of u32 holds the low half first. */
    private static long[] stateWords(Literal state) {
        if (state.shape().asArray().elementType() != PrimitiveType.U32) {
            return Storage.longs(state).clone();
        }
        var words = new long[Storage.count(state) / 2];
        for (int i = 0; i < words.length; i++) {
            words[i] = state.bitsAt(2L * i) | (state.bitsAt(2L * i + 1) << 32);
        }
        return words;
    }

    private static Literal stateLiteral(Literal state, long[] words) {
        var shape = state.shape().asArray();
        if (shape.elementType() != PrimitiveType.U32) {
            return Storage.literal(shape, words);
        }
        var halves = new int[2 * words.length];
        for (int i = 0; i < words.length; i++) {
            halves[2 * i] = (int) words[i];
            halves[2 * i + 1] = (int) (words[i] >>> 32);
        }
        return Storage.literal(shape, halves);
    }

    /** The array that is filled, element by element. */
    static final class Bits {
        private final Shape.Array shape;
        private final Object array;
        private final Registers registers = new Registers(1);

        Bits(Shape.Array shape) {
            this.shape = shape;
            this.array = Storage.allocate(shape);
        }

        Shape.Array shape() {
            return shape;
        }

        int count() {
            return Math.toIntExact(shape.elements());
        }

        boolean isWide() {
            return shape.elementType().bits() == Long.SIZE;
        }

        /** Narrower types keep the low bits. */
        void set(int index, long bits) {
            if (shape.elementType().isFloating()) {
                throw new UnsupportedOperationException("random bits of " + shape.elementType());
            }
            registers.integer[0] = shape.elementType().wrap(bits);
            registers.store(0, shape.elementType(), array, index);
        }

        Literal literal() {
            return Storage.literal(shape, array);
        }
    }
}
