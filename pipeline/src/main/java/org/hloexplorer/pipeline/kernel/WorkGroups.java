package org.hloexplorer.pipeline.kernel;

/**
 * How a device with work-groups shares out work.
 *
 * @param size items of a group, where nothing else decides; a power of two
 * @param localBytes memory that the items of a group may share
 */
public record WorkGroups(int size, long localBytes) {
    /** What every graphics processor of the last ten years has. */
    public static final WorkGroups COMMON = new WorkGroups(256, 32 << 10);

    public WorkGroups {
        if (Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("%d items are no power of two".formatted(size));
        }
    }
}
