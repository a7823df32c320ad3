package org.hloexplorer.pipeline.backend.tpu.simulator;

/** What the cells of the array multiply, and what they add the products in. */
public enum OperandType {
    /** 8-bit integers; sums are 32-bit integers that wrap. */
    INT8(1) {
        @Override
        public double accumulate(double sum, double activation, double weight) {
            return (int) sum + ((int) activation) * ((int) weight);
        }

        @Override
        public double add(double left, double right) {
            return (int) left + (int) right;
        }

        @Override
        public float round(float value) {
            return (byte) value;
        }
    },
    /** Brain floats; products are exact in 32 bits, sums are 32-bit floats rounded after each addition. */
    BF16(2) {
        @Override
        public double accumulate(double sum, double activation, double weight) {
            return (float) sum + ((float) activation) * ((float) weight);
        }

        @Override
        public double add(double left, double right) {
            return (float) left + (float) right;
        }

        @Override
        public float round(float value) {
            return Bfloat16.round(value);
        }
    };

    private final int bytes;

    OperandType(int bytes) {
        this.bytes = bytes;
    }

    /** Size of one operand element. */
    public int bytes() {
        return bytes;
    }

    /** {@code sum + activation * weight}, as a cell computes it. The doubles hold values of the narrower types. */
    public abstract double accumulate(double sum, double activation, double weight);

    /** {@code left + right}, as an accumulator computes it. */
    public abstract double add(double left, double right);

    /** The operand that {@code value} becomes. */
    public abstract float round(float value);
}
