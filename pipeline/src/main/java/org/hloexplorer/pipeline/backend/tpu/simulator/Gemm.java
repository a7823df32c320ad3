package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.regex.Pattern;

/**
 * {@code batch} products X[m,k] · W[k,n].
 *
 * <p>Rows of X stream through the array, W lies still in it.
 *
 * @param taps equal parts of K that no tile spans: 1 for a matrix product, the positions of the window for a convolution that
 *     is done position by position
 */
public record Gemm(int batch, int m, int n, int k, int taps) {
    private static final Pattern SIZES = Pattern.compile("\\s*(\\d{1,9})\\s*,\\s*(\\d{1,9})\\s*,\\s*(\\d{1,9})\\s*");

    public Gemm {
        if (batch < 1 || m < 1 || n < 1 || k < 1) {
            throw new IllegalArgumentException(
                    "a matrix product needs positive sizes, not batch %d, M %d, N %d, K %d".formatted(batch, m, n, k));
        }
        if (taps < 1 || k % taps != 0) {
            throw new IllegalArgumentException("K %d does not fall into %d equal parts".formatted(k, taps));
        }
    }

    /** Products whose K may be cut anywhere. */
    public Gemm(int batch, int m, int n, int k) {
        this(batch, m, n, k, 1);
    }

    /** Rows of W that belong to one tap. */
    public int tapDepth() {
        return k / taps;
    }

    /** One product X[m,k] · W[k,n]. */
    public static Gemm of(int m, int n, int k) {
        return new Gemm(1, m, n, k);
    }

    /**
     * The product written as {@code M,N,K}.
     *
     * @throws IllegalArgumentException with a sentence that says what can be written
     */
    public static Gemm parse(String sizes) {
        var matcher = SIZES.matcher(sizes);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no matrix product; write three sizes M,N,K, such as 128,64,256 for X[128,256]·W[256,64]"
                            .formatted(sizes));
        }
        return of(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    /** Multiplications that are asked for. */
    public long usefulMacs() {
        return Math.multiplyExact(Math.multiplyExact((long) batch * m, (long) n), (long) k);
    }

    @Override
    public String toString() {
        return "%s[%d,%d]·[%d,%d]%s"
                .formatted(batch == 1 ? "" : batch + " × ", m, k, k, n, taps == 1 ? "" : " in " + taps + " taps");
    }
}
