package org.hloexplorer.hlo.eval;

import java.util.List;

/**
 * ThreeFry2x32-20.
 *
 * <p>The state is key and counter; draw i encrypts counter + i. A 64-bit value is one draw, the first word low. For
 * narrower values the shape is cut in two halves along one dimension, and the two words of a draw lie next to each other
 * along it.
 */
final class ThreeFry {
    private static final int[] ROTATIONS = {13, 15, 26, 6, 17, 29, 16, 24};
    private static final int PARITY = 0x1BD11BDA;
    private static final int ROUNDS = 20;

    private ThreeFry() {}

    static long[] fill(long[] state, RandomBits.Bits bits) {
        long key = state[0];
        long counter = state[1];
        long draws = bits.isWide() ? wide(key, counter, bits) : narrow(key, counter, bits);
        return new long[] {key, counter + draws};
    }

    private static long wide(long key, long counter, RandomBits.Bits bits) {
        for (int i = 0; i < bits.count(); i++) {
            bits.set(i, encrypt(key, counter + i));
        }
        return bits.count();
    }

    private static long narrow(long key, long counter, RandomBits.Bits bits) {
        var shape = bits.shape();
        if (shape.isScalar()) {
            bits.set(0, encrypt(key, counter) & 0xFFFF_FFFFL);
            return 1;
        }
        int split = splitDimension(shape.dimensions());
        int[] sizes = Strides.sizes(shape);
        int[] strides = Strides.of(shape);
        int[] halves = sizes.clone();
        halves[split] = Math.ceilDiv(sizes[split], 2);
        int draws = Strides.product(halves);
        var position = new int[sizes.length];
        for (int draw = 0; draw < draws; draw++) {
            Positions.set(position, halves, draw);
            long words = encrypt(key, counter + draw);
            position[split] *= 2;
            int at = Positions.offset(position, strides);
            bits.set(at, words & 0xFFFF_FFFFL);
            if (position[split] + 1 < sizes[split]) {
                bits.set(at + strides[split], words >>> 32);
            }
        }
        return draws;
    }

    /** The first dimension of even size, or else the largest. */
    private static int splitDimension(List<Long> sizes) {
        int largest = 0;
        for (int dimension = 0; dimension < sizes.size(); dimension++) {
            if (sizes.get(dimension) % 2 == 0) {
                return dimension;
            }
            if (sizes.get(dimension) > sizes.get(largest)) {
                largest = dimension;
            }
        }
        return largest;
    }

    /** Both words of one draw, the first in the low half. */
    static long encrypt(long key, long counter) {
        int[] keys = {(int) key, (int) (key >>> 32), (int) key ^ (int) (key >>> 32) ^ PARITY};
        int x0 = (int) counter + keys[0];
        int x1 = (int) (counter >>> 32) + keys[1];
        for (int round = 0; round < ROUNDS; round++) {
            x0 += x1;
            x1 = Integer.rotateLeft(x1, ROTATIONS[round % ROTATIONS.length]) ^ x0;
            if (round % 4 == 3) {
                int injection = round / 4 + 1;
                x0 += keys[injection % 3];
                x1 += keys[(injection + 1) % 3] + injection;
            }
        }
        return (x0 & 0xFFFF_FFFFL) | ((long) x1 << 32);
    }
}
