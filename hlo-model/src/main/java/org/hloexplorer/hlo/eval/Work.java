package org.hloexplorer.hlo.eval;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;

/** Loops on all cores, cut into blocks by the size of the work alone, so that results never depend on the machine. */
final class Work {
    private Work() {}

    /** Elements that one block of cheap work covers. */
    static final int BLOCK = 1 << 14;

    /** Works on the elements from {@code from} up to but not including {@code to}. */
    @FunctionalInterface
    interface Block {
        void run(int from, int to);
    }

    static void inBlocks(int count, int blockSize, Cancellation cancellation, Block block) {
        if (count <= blockSize) {
            cancellation.check();
            block.run(0, count);
            return;
        }
        int blocks = Math.ceilDiv(count, blockSize);
        IntStream.range(0, blocks).parallel().forEach(index -> {
            cancellation.check();
            int from = index * blockSize;
            block.run(from, Math.min(from + blockSize, count));
        });
    }

    static void inBlocks(int count, Cancellation cancellation, Block block) {
        inBlocks(count, BLOCK, cancellation, block);
    }
}
