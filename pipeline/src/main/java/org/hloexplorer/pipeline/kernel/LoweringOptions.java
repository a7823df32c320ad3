package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.pipeline.kernel.library.LibraryChoice;
import org.jspecify.annotations.Nullable;

/**
 * What the loops are shaped for.
 *
 * @param vectorBits width of a vector register
 * @param vectorRegisters how many there are
 * @param joinsRows whether kernels that pass rows to one another become one; without, each fusion and each other
 *     instruction is a kernel of its own
 * @param workGroups for devices that run an item for each element; null for processors whose threads run loops
 * @param library what goes to a library instead; null for nothing
 */
public record LoweringOptions(
        int vectorBits,
        int vectorRegisters,
        boolean joinsRows,
        @Nullable WorkGroups workGroups,
        @Nullable LibraryChoice library) {

    /** The fastest code for a vector unit. */
    public LoweringOptions(int vectorBits, int vectorRegisters) {
        this(vectorBits, vectorRegisters, true);
    }

    public LoweringOptions(int vectorBits, int vectorRegisters, boolean joinsRows) {
        this(vectorBits, vectorRegisters, joinsRows, null, null);
    }

    /** For a device with work-groups. */
    public static LoweringOptions of(WorkGroups workGroups) {
        return new LoweringOptions(32, 64, false, workGroups, null);
    }

    /** The same with dots and convolutions left to a library. */
    public LoweringOptions with(LibraryChoice choice) {
        return new LoweringOptions(vectorBits, vectorRegisters, joinsRows, workGroups, choice);
    }

    /** Lanes of a vector register; types narrower than 32 bits are computed in 32. */
    int lanes(int elementBits) {
        return vectorBits / Math.max(32, elementBits);
    }
}
