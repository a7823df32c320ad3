package org.hloexplorer.hlo.eval;

/**
 * The innermost loops of a product: lines of w, times factors of two rows of p, are added to the lines of sums of these
 * rows, one product after the other.
 *
 * <p>Each line is an array of its own that is read from its start. The JIT compiler vectorises a loop only where it sees
 * that what it stores is not what it loads next, and it does not see that of two places in arrays that may be the same.
 */
interface ProductLines {

    /** An array of so many elements. */
    Object line(int length);

    /** Adds {@code p[at] * w + … + p[at + 3] * w[3]}; to the other sums, the same with {@code p[otherAt]} and so on. */
    void addFour(Object p, int at, int otherAt, Object[] w, Object sums, Object otherSums, int count);

    /** Adds {@code p[at] * w}, and {@code p[otherAt] * w}. */
    void addOne(Object p, int at, int otherAt, Object w, Object sums, Object otherSums, int count);

    /** The loops for arrays of this class. */
    static ProductLines of(Object array) {
        return switch (array) {
            case float[] _ -> new Floats();
            case double[] _ -> new Doubles();
            case int[] _ -> new Ints();
            case long[] _ -> new Longs();
            default -> throw new IllegalStateException("no product of " + array.getClass());
        };
    }

    /** In single precision. */
    record Floats() implements ProductLines {
        @Override
        public Object line(int length) {
            return new float[length];
        }

        @Override
        public void addFour(Object p, int at, int otherAt, Object[] w, Object sums, Object otherSums, int count) {
            add(
                    (float[]) p,
                    at,
                    otherAt,
                    (float[]) w[0],
                    (float[]) w[1],
                    (float[]) w[2],
                    (float[]) w[3],
                    (float[]) sums,
                    (float[]) otherSums,
                    count);
        }

        private static void add(
                float[] p,
                int at,
                int otherAt,
                float[] w0,
                float[] w1,
                float[] w2,
                float[] w3,
                float[] sums,
                float[] otherSums,
                int count) {
            float p0 = p[at];
            float p1 = p[at + 1];
            float p2 = p[at + 2];
            float p3 = p[at + 3];
            float q0 = p[otherAt];
            float q1 = p[otherAt + 1];
            float q2 = p[otherAt + 2];
            float q3 = p[otherAt + 3];
            for (int j = 0; j < count; j++) {
                sums[j] = sums[j] + p0 * w0[j] + p1 * w1[j] + p2 * w2[j] + p3 * w3[j];
                otherSums[j] = otherSums[j] + q0 * w0[j] + q1 * w1[j] + q2 * w2[j] + q3 * w3[j];
            }
        }

        @Override
        public void addOne(Object p, int at, int otherAt, Object w, Object sums, Object otherSums, int count) {
            add(((float[]) p)[at], ((float[]) p)[otherAt], (float[]) w, (float[]) sums, (float[]) otherSums, count);
        }

        private static void add(float p, float q, float[] w, float[] sums, float[] otherSums, int count) {
            for (int j = 0; j < count; j++) {
                sums[j] += p * w[j];
                otherSums[j] += q * w[j];
            }
        }
    }

    /** In double precision. */
    record Doubles() implements ProductLines {
        @Override
        public Object line(int length) {
            return new double[length];
        }

        @Override
        public void addFour(Object p, int at, int otherAt, Object[] w, Object sums, Object otherSums, int count) {
            add(
                    (double[]) p,
                    at,
                    otherAt,
                    (double[]) w[0],
                    (double[]) w[1],
                    (double[]) w[2],
                    (double[]) w[3],
                    (double[]) sums,
                    (double[]) otherSums,
                    count);
        }

        private static void add(
                double[] p,
                int at,
                int otherAt,
                double[] w0,
                double[] w1,
                double[] w2,
                double[] w3,
                double[] sums,
                double[] otherSums,
                int count) {
            double p0 = p[at];
            double p1 = p[at + 1];
            double p2 = p[at + 2];
            double p3 = p[at + 3];
            double q0 = p[otherAt];
            double q1 = p[otherAt + 1];
            double q2 = p[otherAt + 2];
            double q3 = p[otherAt + 3];
            for (int j = 0; j < count; j++) {
                sums[j] = sums[j] + p0 * w0[j] + p1 * w1[j] + p2 * w2[j] + p3 * w3[j];
                otherSums[j] = otherSums[j] + q0 * w0[j] + q1 * w1[j] + q2 * w2[j] + q3 * w3[j];
            }
        }

        @Override
        public void addOne(Object p, int at, int otherAt, Object w, Object sums, Object otherSums, int count) {
            add(
                    ((double[]) p)[at],
                    ((double[]) p)[otherAt],
                    (double[]) w,
                    (double[]) sums,
                    (double[]) otherSums,
                    count);
        }

        private static void add(double p, double q, double[] w, double[] sums, double[] otherSums, int count) {
            for (int j = 0; j < count; j++) {
                sums[j] += p * w[j];
                otherSums[j] += q * w[j];
            }
        }
    }

    /** Wrapping at 32 bits. */
    record Ints() implements ProductLines {
        @Override
        public Object line(int length) {
            return new int[length];
        }

        @Override
        public void addFour(Object p, int at, int otherAt, Object[] w, Object sums, Object otherSums, int count) {
            add(
                    (int[]) p,
                    at,
                    otherAt,
                    (int[]) w[0],
                    (int[]) w[1],
                    (int[]) w[2],
                    (int[]) w[3],
                    (int[]) sums,
                    (int[]) otherSums,
                    count);
        }

        private static void add(
                int[] p,
                int at,
                int otherAt,
                int[] w0,
                int[] w1,
                int[] w2,
                int[] w3,
                int[] sums,
                int[] otherSums,
                int count) {
            int p0 = p[at];
            int p1 = p[at + 1];
            int p2 = p[at + 2];
            int p3 = p[at + 3];
            int q0 = p[otherAt];
            int q1 = p[otherAt + 1];
            int q2 = p[otherAt + 2];
            int q3 = p[otherAt + 3];
            for (int j = 0; j < count; j++) {
                sums[j] = sums[j] + p0 * w0[j] + p1 * w1[j] + p2 * w2[j] + p3 * w3[j];
                otherSums[j] = otherSums[j] + q0 * w0[j] + q1 * w1[j] + q2 * w2[j] + q3 * w3[j];
            }
        }

        @Override
        public void addOne(Object p, int at, int otherAt, Object w, Object sums, Object otherSums, int count) {
            add(((int[]) p)[at], ((int[]) p)[otherAt], (int[]) w, (int[]) sums, (int[]) otherSums, count);
        }

        private static void add(int p, int q, int[] w, int[] sums, int[] otherSums, int count) {
            for (int j = 0; j < count; j++) {
                sums[j] += p * w[j];
                otherSums[j] += q * w[j];
            }
        }
    }

    /** Wrapping at 64 bits. */
    record Longs() implements ProductLines {
        @Override
        public Object line(int length) {
            return new long[length];
        }

        @Override
        public void addFour(Object p, int at, int otherAt, Object[] w, Object sums, Object otherSums, int count) {
            add(
                    (long[]) p,
                    at,
                    otherAt,
                    (long[]) w[0],
                    (long[]) w[1],
                    (long[]) w[2],
                    (long[]) w[3],
                    (long[]) sums,
                    (long[]) otherSums,
                    count);
        }

        private static void add(
                long[] p,
                int at,
                int otherAt,
                long[] w0,
                long[] w1,
                long[] w2,
                long[] w3,
                long[] sums,
                long[] otherSums,
                int count) {
            long p0 = p[at];
            long p1 = p[at + 1];
            long p2 = p[at + 2];
            long p3 = p[at + 3];
            long q0 = p[otherAt];
            long q1 = p[otherAt + 1];
            long q2 = p[otherAt + 2];
            long q3 = p[otherAt + 3];
            for (int j = 0; j < count; j++) {
                sums[j] = sums[j] + p0 * w0[j] + p1 * w1[j] + p2 * w2[j] + p3 * w3[j];
                otherSums[j] = otherSums[j] + q0 * w0[j] + q1 * w1[j] + q2 * w2[j] + q3 * w3[j];
            }
        }

        @Override
        public void addOne(Object p, int at, int otherAt, Object w, Object sums, Object otherSums, int count) {
            add(((long[]) p)[at], ((long[]) p)[otherAt], (long[]) w, (long[]) sums, (long[]) otherSums, count);
        }

        private static void add(long p, long q, long[] w, long[] sums, long[] otherSums, int count) {
            for (int j = 0; j < count; j++) {
                sums[j] += p * w[j];
                otherSums[j] += q * w[j];
            }
        }
    }
}
