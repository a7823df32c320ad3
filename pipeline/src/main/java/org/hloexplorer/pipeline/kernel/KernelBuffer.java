package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.hlo.PrimitiveType;

/**
 * Memory that a kernel reads or writes, addressed by element.
 *
 * @param number position among the arguments, or byte offset in the scratch or local memory
 */
public record KernelBuffer(Role role, int number, String name, PrimitiveType elementType, long elements) {

    /** Where it comes from. */
    public enum Role {
        INPUT,
        OUTPUT,
        /** Memory of the running thread alone, without a value before or after. */
        SCRATCH,
        /** Memory that the items of a work-group share, without a value before or after. */
        LOCAL
    }

    @Override
    public String toString() {
        return "%s: %s[%d]".formatted(name, elementType, elements);
    }
}
