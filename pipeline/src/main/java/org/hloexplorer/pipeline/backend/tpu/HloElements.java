package org.hloexplorer.pipeline.backend.tpu;

/** Which elements of the program's arrays a product is made of, as they are written: {@code q.1[5,12]}. */
public interface HloElements {
    /** What is said where the array is fed zeros. */
    String PADDING = "padding";

    /** Of matrices by themselves, which no program names. */
    HloElements OF_MATRICES = new HloElements() {
        @Override
        public String x(int batch, int m, int k) {
            return "X[%d,%d]".formatted(m, k);
        }

        @Override
        public String w(int batch, int k, int n) {
            return "W[%d,%d]".formatted(k, n);
        }

        @Override
        public String y(int batch, int m, int n) {
            return "Y[%d,%d]".formatted(m, n);
        }
    };

    /** The element of the left operand that is X[m,k] of a product of the batch. */
    String x(int batch, int m, int k);

    /** The element of the right operand that is W[k,n]. */
    String w(int batch, int k, int n);

    /** The element of the result that is Y[m,n]. */
    String y(int batch, int m, int n);
}
