package org.hloexplorer.hlo.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Makes literals of any element type: small numbers, extremes, NaNs of all kinds. */
final class RandomLiteral {
    private static final double[] SPECIAL = {
        0.0, -0.0, 1, -1, 0.1, 1e-30, 1e30, 3.14159265358979, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
    };

    private final Random random;
    private Literal last;

    RandomLiteral(Random random) {
        this.random = random;
        this.last = Literal.token();
    }

    /** The literal that was made last. */
    Literal last() {
        return last;
    }

    Literal of(Shape.Array shape) {
        if (random.nextInt(20) == 0) {
            last = Literal.elided(shape);
            return last;
        }
        var data = MemorySegment.ofArray(
                new byte[Math.toIntExact(shape.elements() * shape.elementType().bytes())]);
        var type = shape.elementType();
        var part = part(type);
        for (long offset = 0; offset < data.byteSize(); offset += part.bytes()) {
            store(data, offset, part, bits(part));
        }
        last = Literal.of(shape, data);
        return last;
    }

    private static PrimitiveType part(PrimitiveType type) {
        return switch (type) {
            case C64 -> PrimitiveType.F32;
            case C128 -> PrimitiveType.F64;
            default -> type;
        };
    }

    private long bits(PrimitiveType type) {
        if (type.isPredicate()) {
            return random.nextInt(2);
        }
        if (type.isFloating()) {
            return floatBits(type);
        }
        return type.wrap(random.nextBoolean() ? random.nextInt(200) - 100 : random.nextLong());
    }

    /** Any bits that the type has; a signalling NaN whose fraction is empty would be infinite. */
    private long floatBits(PrimitiveType type) {
        return switch (random.nextInt(3)) {
            case 0 -> FloatFormats.encode(type, SPECIAL[random.nextInt(SPECIAL.length)]);
            case 1 -> FloatFormats.encode(type, random.nextGaussian() * 10);
            default -> random.nextLong() & (type.bits() == 64 ? -1L : (1L << type.bits()) - 1);
        };
    }

    private static void store(MemorySegment data, long offset, PrimitiveType type, long bits) {
        switch (type.bytes()) {
            case 1 -> data.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
            case 2 -> data.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) bits);
            case 4 -> data.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) bits);
            default -> data.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, bits);
        }
    }
}
