package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.math.BigInteger;
import java.util.Locale;

/** Bytes per cycle, as an exact fraction in lowest terms, so that a million tiles accumulate no rounding. */
public record ByteRate(long bytes, long cycles) {
    public ByteRate {
        if (bytes < 1 || cycles < 1) {
            throw new IllegalArgumentException("a rate needs positive bytes and cycles, not " + bytes + "/" + cycles);
        }
        long divisor = gcd(bytes, cycles);
        bytes /= divisor;
        cycles /= divisor;
    }

    /** The rate of a memory of {@code bytesPerSecond} seen from a clock of {@code hertz}, shared by {@code sharers}. */
    public static ByteRate of(long bytesPerSecond, long hertz, int sharers) {
        return new ByteRate(bytesPerSecond, Math.multiplyExact(hertz, (long) sharers));
    }

    public double perCycle() {
        return (double) bytes / cycles;
    }

    /** Parts of a cycle such that both a cycle and the transfer of {@code size} bytes are a whole number of them. */
    long ticksPerCycle(long size) {
        return bytes / gcd(Math.multiplyExact(size, cycles), bytes);
    }

    /** How many {@linkplain #ticksPerCycle(long) ticks} {@code size} bytes take. */
    long ticks(long size) {
        long product = Math.multiplyExact(size, cycles);
        return product / gcd(product, bytes);
    }

    private static long gcd(long a, long b) {
        return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValueExact();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3g bytes per cycle", perCycle());
    }
}
