package org.hloexplorer.pipeline.fusion;

import org.hloexplorer.hlo.HloInstruction;

/**
 * What fusing saves on a CPU: memory traffic, as arithmetic mostly hides behind it, and the start of a loop. What the
 * consumer reads and writes beside the producer's result is the same both ways, and left out.
 *
 * <p>The figures of the machine are round ones of a desktop core, for comparing decisions with one another; a run
 * measures the real ones.
 */
final class CpuEstimates {
    private static final double BYTES_PER_MICRO = 20_000;
    private static final double KERNEL_MICROS = 0.5;
    static final String SOURCE = "a guess: 20 GB/s, 0.5 µs per kernel";

    private CpuEstimates() {}

    static FusionEstimate of(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        long result = producer.shape().bytes();
        long read = 0;
        long readInside = 0;
        for (int i = 0; i < producer.operandCount(); i++) {
            long bytes = graph.operand(producer, i).shape().bytes();
            read += bytes;
            // What the consumer reads anyhow is read once for both.
            readInside += consumer.hasOperand(producer.operandId(i)) ? 0 : bytes;
        }
        boolean staysStored = graph.userCount(producer) > 1 || graph.editor().isRoot(producer);
        long apart = read + 2 * result;
        long fused = readInside + (staysStored ? read + result : 0);
        return new FusionEstimate(apart, fused, micros(apart, 2), micros(fused, staysStored ? 2 : 1), SOURCE);
    }

    static double micros(long bytes, int kernels) {
        return bytes / BYTES_PER_MICRO + kernels * KERNEL_MICROS;
    }
}
