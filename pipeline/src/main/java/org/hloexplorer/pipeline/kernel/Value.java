package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.hlo.PrimitiveType;

/**
 * A scalar that is computed once and then only read.
 *
 * @param id unique in the kernel
 */
public record Value(int id, PrimitiveType type) {
    @Override
    public String toString() {
        return "v" + id;
    }
}
