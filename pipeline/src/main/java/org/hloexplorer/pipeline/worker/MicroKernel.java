package org.hloexplorer.pipeline.worker;

import java.util.List;

/**
 * A small kernel that is timed for its own sake.
 *
 * @param source the kernel
 * @param bufferBytes sizes of its buffers; each thread gets buffers of its own
 * @param extent trip count of one call on one thread
 */
public record MicroKernel(KernelSource source, List<Long> bufferBytes, long extent) {
    public MicroKernel {
        bufferBytes = List.copyOf(bufferBytes);
    }
}
