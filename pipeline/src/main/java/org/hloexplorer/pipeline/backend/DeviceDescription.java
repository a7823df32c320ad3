package org.hloexplorer.pipeline.backend;

import org.jspecify.annotations.Nullable;

/**
 * A device, or the reason there is none.
 *
 * @param name such as {@code AMD EPYC, 2 threads, AVX-512}
 * @param missing why programs cannot run here, in a sentence that says what was looked for; null where they can
 */
public record DeviceDescription(
        DeviceKind kind, String name, @Nullable String missing) {

    public boolean isAvailable() {
        return missing == null;
    }
}
