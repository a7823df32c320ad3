package org.hloexplorer.pipeline.backend;

import org.jspecify.annotations.Nullable;

/**
 * A device, or the reason there is none.
 *
 * @param number among the devices of its kind that programs can run on, from 0
 * @param name such as {@code AMD EPYC, 2 threads, AVX-512}
 * @param missing why programs cannot run here, in a sentence that says what was looked for; null where they can
 */
public record DeviceDescription(
        DeviceKind kind, int number, String name, @Nullable String missing) {

    /** The only device of its kind, or none of it. */
    public DeviceDescription(DeviceKind kind, String name, @Nullable String missing) {
        this(kind, 0, name, missing);
    }

    public boolean isAvailable() {
        return missing == null;
    }
}
