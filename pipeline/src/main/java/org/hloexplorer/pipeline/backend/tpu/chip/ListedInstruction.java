package org.hloexplorer.pipeline.backend.tpu.chip;

/**
 * An instruction of the chip, where it comes from and when it is carried out.
 *
 * @param task the task of the piece that it is part of
 * @param product which of the task's products it belongs to, from 0; -1 where to none
 * @param tile the tile it is about; -1 where about none
 * @param from the first cycle of the piece in which it is under way
 * @param to the cycle after the last
 */
public record ListedInstruction(TpuInstruction instruction, ChipTask task, int product, int tile, long from, long to) {

    /** Whether it is under way in a cycle; what takes no time is so in the cycle in which it happens. */
    public boolean isUnderWay(long cycle) {
        return cycle >= from && cycle < Math.max(to, from + 1);
    }
}
