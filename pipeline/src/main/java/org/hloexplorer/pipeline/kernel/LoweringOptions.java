package org.hloexplorer.pipeline.kernel;

/**
 * What the loops are shaped for.
 *
 * @param vectorBits width of a vector register
 * @param vectorRegisters how many there are
 * @param joinsRows whether kernels that pass rows to one another become one; without, each fusion and each other
 *     instruction is a kernel of its own
 */
public record LoweringOptions(int vectorBits, int vectorRegisters, boolean joinsRows) {

    /** The fastest code for a vector unit. */
    public LoweringOptions(int vectorBits, int vectorRegisters) {
        this(vectorBits, vectorRegisters, true);
    }

    /** Lanes of a vector register; types narrower than 32 bits are computed in 32. */
    int lanes(int elementBits) {
        return vectorBits / Math.max(32, elementBits);
    }
}
