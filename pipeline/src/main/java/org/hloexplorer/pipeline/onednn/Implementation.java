package org.hloexplorer.pipeline.onednn;

/**
 * What oneDNN chose for a primitive.
 *
 * @param name oneDNN's own, such as {@code brg_matmul:avx512_core}
 * @param verboseLine what oneDNN says of it where it is told to be verbose; empty where that could not be read
 * @param threads that it was created for, which it cannot change any more
 * @param scratchBytes memory it works in besides its buffers, those in another order included
 * @param reorders what is brought into another order in each run, in words; empty for nothing
 * @param nanoseconds creating it took, code generation included
 */
public record Implementation(
        String name, String verboseLine, int threads, long scratchBytes, String reorders, long nanoseconds) {}
