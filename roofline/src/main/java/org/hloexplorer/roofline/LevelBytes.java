package org.hloexplorer.roofline;

/**
 * What a kernel moved between the processor and one level of memory.
 *
 * @param level such as {@code L2}, or {@code DRAM}
 */
public record LevelBytes(String level, Figure bytes) {}
