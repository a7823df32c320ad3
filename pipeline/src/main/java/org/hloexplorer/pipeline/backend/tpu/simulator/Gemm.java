package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * {@code batch} products X[m,k] · W[k,n].
 *
 * <p>Rows of X stream through the array, W lies still in it.
 */
public record Gemm(int batch, int m, int n, int k) {
    public Gemm {
        if (batch < 1 || m < 1 || n < 1 || k < 1) {
            throw new IllegalArgumentException(
                    "a matrix product needs positive sizes, not batch %d, M %d, N %d, K %d".formatted(batch, m, n, k));
        }
    }

    /** One product X[m,k] · W[k,n]. */
    public static Gemm of(int m, int n, int k) {
        return new Gemm(1, m, n, k);
    }

    /** Multiplications that are asked for. */
    public long usefulMacs() {
        return Math.multiplyExact(Math.multiplyExact((long) batch * m, (long) n), (long) k);
    }

    @Override
    public String toString() {
        return "%s[%d,%d]·[%d,%d]".formatted(batch == 1 ? "" : batch + " × ", m, k, k, n);
    }
}
