package org.hloexplorer.pipeline.backend.tpu.chip;

/** An array as it lies in main memory or on the chip. */
final class StoredValue {
    private final long bytes;
    private final int lastUse;
    private boolean onChip;
    private int madeBy = -1;

    /**
     * @param bytes padding included
     * @param lastUse the place of the last instruction that uses it
     */
    StoredValue(long bytes, int lastUse) {
        this.bytes = bytes;
        this.lastUse = lastUse;
    }

    long bytes() {
        return bytes;
    }

    int lastUse() {
        return lastUse;
    }

    boolean isOnChip() {
        return onChip;
    }

    void bringOnChip() {
        onChip = true;
    }

    /** The task after which it can be used, -1 where it was there before the piece. */
    int madeBy() {
        return madeBy;
    }

    void madeBy(int task) {
        madeBy = task;
    }
}
