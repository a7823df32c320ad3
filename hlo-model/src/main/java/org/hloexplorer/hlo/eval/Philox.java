package org.hloexplorer.hlo.eval;

import java.util.Arrays;

/**
 * Philox4x32-10.
 *
 * <p>The first word of the state is the key, the next one or two are the counter of 128-bit blocks. Each block gives four
 * words, consecutive in row-major order; 64-bit values take two of them, the low one first.
 */
final class Philox {
    private static final long MULTIPLIER_A = 0xD2511F53L;
    private static final long MULTIPLIER_B = 0xCD9E8D57L;
    private static final int WEYL_A = 0x9E3779B9;
    private static final int WEYL_B = 0xBB67AE85;
    private static final int ROUNDS = 10;

    private Philox() {}

    static long[] fill(long[] state, RandomBits.Bits bits) {
        boolean shortState = state.length == 2;
        long low = state[1];
        long high = shortState ? state[0] : state[2];
        int perBlock = bits.isWide() ? 2 : 4;
        int blocks = Math.ceilDiv(bits.count(), perBlock);
        for (int block = 0; block < blocks; block++) {
            long blockLow = low + block;
            long blockHigh = high + (Long.compareUnsigned(blockLow, low) < 0 ? 1 : 0);
            int[] words = block(blockLow, blockHigh, state[0]);
            for (int i = 0; i < perBlock && block * perBlock + i < bits.count(); i++) {
                bits.set(block * perBlock + i, bits.isWide() ? wide(words, i) : words[i]);
            }
        }
        var next = Arrays.copyOf(state, state.length);
        next[1] = low + blocks;
        if (!shortState && Long.compareUnsigned(next[1], low) < 0) {
            next[2]++;
        }
        return next;
    }

    private static long wide(int[] words, int index) {
        return (words[2 * index] & 0xFFFF_FFFFL) | ((long) words[2 * index + 1] << 32);
    }

    /** The four words of one block. */
    static int[] block(long counterLow, long counterHigh, long key) {
        int x0 = (int) counterLow;
        int x1 = (int) (counterLow >>> 32);
        int x2 = (int) counterHigh;
        int x3 = (int) (counterHigh >>> 32);
        int k0 = (int) key;
        int k1 = (int) (key >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long a = (x0 & 0xFFFF_FFFFL) * MULTIPLIER_A;
            long b = (x2 & 0xFFFF_FFFFL) * MULTIPLIER_B;
            x0 = (int) (b >>> 32) ^ x1 ^ k0;
            x1 = (int) b;
            x2 = (int) (a >>> 32) ^ x3 ^ k1;
            x3 = (int) a;
            k0 += WEYL_A;
            k1 += WEYL_B;
        }
        return new int[] {x0, x1, x2, x3};
    }
}
