package org.hloexplorer.pipeline.backend.work;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What kernels fetched past the processor's caches, by its own counters.
 *
 * @param bytes by the name of the kernel; empty where there are no counters
 * @param source what was counted, or why nothing was, in words
 */
public record HardwareTraffic(Map<String, Double> bytes, String source) {
    public HardwareTraffic {
        bytes = Map.copyOf(bytes);
    }

    public OptionalDouble bytes(String kernel) {
        var found = bytes.get(kernel);
        return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
    }
}
