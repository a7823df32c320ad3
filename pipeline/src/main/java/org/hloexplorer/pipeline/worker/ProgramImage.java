package org.hloexplorer.pipeline.worker;

import java.util.List;

/**
 * A compiled program as the running child holds it: code, one block of memory, and launches in order.
 *
 * @param objects relocatable objects; each symbol is defined in one of them
 * @param memoryBytes size of the block that all buffers lie in, at offsets aligned to 64
 * @param scratchBytes memory that each thread gets for itself
 */
public record ProgramImage(List<ObjectCode> objects, long memoryBytes, long scratchBytes, List<Launch> launches) {
    public ProgramImage {
        objects = List.copyOf(objects);
        launches = List.copyOf(launches);
    }

    /**
     * One call of a kernel.
     *
     * @param name what people call it, for times and for the message when it crashes
     * @param buffers byte offsets of its buffers, in the order of the kernel's arguments
     * @param extent trip count of its outermost loop
     * @param grain the outermost loop is only split at multiples of this; at least 1
     */
    public record Launch(String name, String symbol, List<Long> buffers, long extent, long grain) {
        public Launch {
            buffers = List.copyOf(buffers);
            if (grain < 1) {
                throw new IllegalArgumentException("launch %s has grain %d".formatted(name, grain));
            }
        }
    }
}
