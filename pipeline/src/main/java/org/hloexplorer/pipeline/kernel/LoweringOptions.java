package org.hloexplorer.pipeline.kernel;

/**
 * What the loops are shaped for.
 *
 * @param vectorBits width of a vector register
 * @param vectorRegisters how many there are
 */
public record LoweringOptions(int vectorBits, int vectorRegisters) {

    /** Lanes of a vector register; types narrower than 32 bits are computed in 32. */
    int lanes(int elementBits) {
        return vectorBits / Math.max(32, elementBits);
    }
}
