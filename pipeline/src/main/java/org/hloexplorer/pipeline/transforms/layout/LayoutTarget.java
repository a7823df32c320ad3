package org.hloexplorer.pipeline.transforms.layout;

import java.util.Locale;

/** The kind of machine that layouts are chosen for: each likes the operands of products and convolutions in its own way. */
public enum LayoutTarget {
    /** Row-major, but for matrices that nothing binds: of those, products with vectors read columns. */
    CPU,
    /** Matrices either way round, images with their features innermost where tensor cores take them. */
    GPU,
    /** Images with their features innermost, where the lanes of vector registers are. */
    TPU;

    static LayoutTarget parse(String text) {
        for (var target : values()) {
            if (target.toString().equals(text.strip().toLowerCase(Locale.ROOT))) {
                return target;
            }
        }
        throw new IllegalArgumentException("layout.target is cpu, gpu or tpu, not '%s'".formatted(text));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
