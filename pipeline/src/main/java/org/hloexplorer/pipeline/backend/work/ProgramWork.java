package org.hloexplorer.pipeline.backend.work;

import java.util.Map;
import java.util.Optional;

/**
 * What the kernels of a program did in one run.
 *
 * @param kernels by name; those of the reference evaluator are not in it
 * @param counting how it was counted, in words
 * @param simulation how traffic was simulated, or why it was not, in words
 * @param hardware the processor's own count of what went past its caches
 */
public record ProgramWork(
        Map<String, KernelWork> kernels, String counting, String simulation, HardwareTraffic hardware) {
    public ProgramWork {
        kernels = Map.copyOf(kernels);
    }

    public Optional<KernelWork> kernel(String name) {
        return Optional.ofNullable(kernels.get(name));
    }
}
