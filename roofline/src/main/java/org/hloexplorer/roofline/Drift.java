package org.hloexplorer.roofline;

/**
 * A memory roof measured right before kernels were timed and right after, beside what is kept of it from earlier.
 *
 * @param spread of the rounds of either, the larger
 */
public record Drift(Roof kept, double before, double after, double spread) {

    /** The roof that the kernels are held against: the higher of what was measured around them. */
    public Roof roof() {
        return new Roof(
                kept.name(),
                kept.kind(),
                Math.max(before, after),
                Math.max(spread, between()),
                kept.capacity(),
                "measured right before the kernels were timed, %s, and right after, %s: it drifted by %s; kept from earlier: %s, %s"
                        .formatted(
                                Numbers.bytesPerSecond(before),
                                Numbers.bytesPerSecond(after),
                                Numbers.percent(between()),
                                Numbers.bytesPerSecond(kept.value()),
                                kept.source()));
    }

    /** How far the two around the kernels lie apart, of the higher. */
    public double between() {
        return Math.abs(before - after) / Math.max(before, after);
    }

    /** Whether the memory changed by more than the rounds of one measurement differ. */
    public boolean isNotable() {
        return between() > spread;
    }

    /** What to say of the figures, where the memory changed; else empty. */
    public String warning() {
        return isNotable()
                ? "While the kernels were timed %s went from %s to %s, by %s, which is more than its spread of %s: parts of it are uncertain by as much."
                        .formatted(
                                kept.name(),
                                Numbers.bytesPerSecond(before),
                                Numbers.bytesPerSecond(after),
                                Numbers.percent(between()),
                                Numbers.percent(spread))
                : "";
    }
}
