package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * What a chip can do at most at an intensity: arithmetic, or its memory times the intensity, whichever is less.
 *
 * <p>A multiplication and an addition count as two operations, bytes are those of the memory that holds the weights. The
 * paper on the first TPU counts such a pair as one, so that its ridge of 1350 is 2706 here.
 *
 * @param peak operations per second
 * @param bytesPerSecond of the memory
 * @param source where both come from
 */
public record TpuRoofs(double peak, double bytesPerSecond, String source) {

    public static TpuRoofs of(TpuChip chip) {
        return new TpuRoofs(chip.peakOperationsPerSecond(), chip.memoryBytesPerSecond(), chip.source());
    }

    /** Operations per byte from which arithmetic and no longer memory is the limit. */
    public double ridge() {
        return peak / bytesPerSecond;
    }

    /** Operations per second that are possible at {@code intensity} operations per byte. */
    public double bound(double intensity) {
        return Math.min(peak, intensity * bytesPerSecond);
    }

    /**
     * The peak that is left when tiles are partly padding.
     *
     * @param mappingEfficiency the part of the cells that hold weights, 0 to 1
     */
    public double mappingCeiling(double mappingEfficiency) {
        return peak * mappingEfficiency;
    }

    /** The peak that is left when {@code m} rows are too few to hide the shift of the next tile behind. */
    public double shiftCeiling(int m, TpuConfig config) {
        int hidden = config.timing().loadSkew() == 0 ? config.rows() + config.cols() - 1 : config.rows();
        return peak * m / Math.max(m, hidden);
    }
}
