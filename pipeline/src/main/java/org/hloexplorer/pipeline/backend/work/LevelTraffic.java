package org.hloexplorer.pipeline.backend.work;

/**
 * Bytes that one level of memory delivered to the processor's side of it, and took from there.
 *
 * @param level such as {@code L2}, or {@code DRAM}
 */
public record LevelTraffic(String level, double readBytes, double writtenBytes) {

    public double bytes() {
        return readBytes + writtenBytes;
    }
}
