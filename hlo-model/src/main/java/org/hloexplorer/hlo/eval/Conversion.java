package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/** {@code convert}, one value at a time: to integers by truncation and saturation, to floats by rounding. */
final class Conversion {
    private Conversion() {}

    static void convert(Registers registers, PrimitiveType from, int source, PrimitiveType to, int target) {
        boolean fromReal = from.isFloating() || from.isComplex();
        if (to.isFloating() || to.isComplex()) {
            double value = fromReal ? registers.real[source] : toDouble(from, registers.integer[source], to);
            registers.real[target] = round(to, value);
            registers.imaginary[target] = from.isComplex() ? round(to, registers.imaginary[source]) : 0;
        } else if (to.isPredicate()) {
            registers.integer[target] = isNonZero(registers, from, source) ? 1 : 0;
        } else {
            registers.integer[target] =
                    fromReal ? truncate(registers.real[source], to) : to.wrap(registers.integer[source]);
        }
    }

    /** The nearest value of a floating or complex type. */
    static double round(PrimitiveType type, double value) {
        return switch (type) {
            case F32, C64 -> (float) value;
            case F64, C128 -> value;
            default -> FloatFormats.round(type, (float) value);
        };
    }

    /** The whole part, as near as the integer type comes to it; 0 for NaN. */
    static long truncate(double value, PrimitiveType type) {
        if (type == PrimitiveType.U64) {
            return value >= 0x1p63
                    ? (value >= 0x1p64 ? -1 : (long) (value - 0x1p63) + Long.MIN_VALUE)
                    : Math.max(0, (long) value);
        }
        long largest = type.isSigned() ? (1L << (type.bits() - 1)) - 1 : (1L << type.bits()) - 1;
        long smallest = type.isSigned() ? -largest - 1 : 0;
        return Math.clamp((long) value, smallest, largest);
    }

    private static boolean isNonZero(Registers registers, PrimitiveType from, int source) {
        if (from.isComplex()) {
            return registers.real[source] != 0 || registers.imaginary[source] != 0;
        }
        return from.isFloating() ? registers.real[source] != 0 : registers.integer[source] != 0;
    }

    /** Rounded once: to double for double targets, to float for all narrower ones. */
    private static double toDouble(PrimitiveType from, long value, PrimitiveType to) {
        boolean wide = to == PrimitiveType.F64 || to == PrimitiveType.C128;
        if (from != PrimitiveType.U64 || value >= 0) {
            return wide ? (double) value : (float) value;
        }
        // The bit shifted out stays as a sticky bit, so that rounding sees it.
        long half = (value >>> 1) | (value & 1);
        return wide ? (double) half * 2 : (float) half * 2;
    }
}
