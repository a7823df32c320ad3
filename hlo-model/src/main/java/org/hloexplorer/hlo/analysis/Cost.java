package org.hloexplorer.hlo.analysis;

/**
 * What an instruction costs by XLA's own counting.
 *
 * @param flops arithmetic operations; a fused multiply-add counts as two
 * @param transcendentals exponentials, logarithms, roots and the like, which are not among the flops
 * @param bytesAccessed bytes read and written, as if nothing stayed in a cache
 */
public record Cost(long flops, long transcendentals, long bytesAccessed) {

    public static final Cost NONE = new Cost(0, 0, 0);

    /** Of a call into code that XLA knows nothing of; XLA writes -1. */
    public static final Cost UNKNOWN = new Cost(-1, 0, -1);

    /** Whether this is more than a placeholder for code that nobody can count. */
    public boolean isKnown() {
        return flops >= 0;
    }

    public Cost plus(Cost other) {
        return new Cost(
                flops + other.flops, transcendentals + other.transcendentals, bytesAccessed + other.bytesAccessed);
    }

    /** The larger of each count. */
    public Cost max(Cost other) {
        return new Cost(
                Math.max(flops, other.flops),
                Math.max(transcendentals, other.transcendentals),
                Math.max(bytesAccessed, other.bytesAccessed));
    }

    /** The arithmetic of so many applications; bytes are for the caller to say. */
    Cost arithmeticTimes(long applications) {
        return new Cost(flops * applications, transcendentals * applications, 0);
    }

    Cost withBytes(long changed) {
        return new Cost(flops, transcendentals, changed);
    }

    /** Flops per byte, or 0 where no bytes are accessed. */
    public double intensity() {
        return bytesAccessed == 0 ? 0 : (double) flops / bytesAccessed;
    }
}
