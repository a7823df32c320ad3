package org.hloexplorer.roofline;

/**
 * What the machine can do at most: arithmetic per second, or bytes per second from one level of memory.
 *
 * @param name such as {@code FMA peak, f32, 1 thread} or {@code DRAM read}
 * @param value flop/s or byte/s, by kind
 * @param spread how far the measurements lay apart, as a fraction of the value
 * @param capacity bytes that this level of memory holds; {@link Long#MAX_VALUE} for the last level, 0 for arithmetic
 * @param source how the number was found
 */
public record Roof(String name, Kind kind, double value, double spread, long capacity, String source) {

    /** What the roof limits. */
    public enum Kind {
        ARITHMETIC,
        MEMORY
    }

    public static Roof arithmetic(String name, double flopsPerSecond, double spread, String source) {
        return new Roof(name, Kind.ARITHMETIC, flopsPerSecond, spread, 0, source);
    }

    public static Roof memory(String name, double bytesPerSecond, double spread, long capacity, String source) {
        return new Roof(name, Kind.MEMORY, bytesPerSecond, spread, capacity, source);
    }

    /** The name without the number of threads, for places where there is little room: {@code DRAM read}. */
    public String shortName() {
        return name.replaceFirst(", \\d+ threads?$", "");
    }

    /** Flop/s that this roof allows at an intensity in flop/byte. */
    public double at(double intensity) {
        return kind == Kind.ARITHMETIC ? value : value * intensity;
    }

    /** {@code 230 GFLOP/s} or {@code 43.7 GB/s}; decimal prefixes. */
    public String valueText() {
        return kind == Kind.ARITHMETIC ? Numbers.flopsPerSecond(value) : Numbers.bytesPerSecond(value);
    }
}
