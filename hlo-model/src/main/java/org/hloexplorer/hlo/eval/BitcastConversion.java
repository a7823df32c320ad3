package org.hloexplorer.hlo.eval;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** {@code bitcast-convert}: the same bits read as another type; the first of several narrow elements holds the low bits. */
final class BitcastConversion {
    private BitcastConversion() {}

    static Literal of(Literal operand, Shape.Array shape) {
        var from = operand.shape().asArray().elementType();
        var to = shape.elementType();
        var out = Storage.allocate(shape);
        if (from.bits() % 8 == 0 && to.bits() % 8 == 0) {
            MemorySegment.copy(
                    operand.data(), 0, Storage.segment(out), 0, operand.data().byteSize());
        } else {
            repack(operand, from, to, Storage.segment(out), shape.elements());
        }
        return Storage.literal(shape, out);
    }

    /** Where elements narrower than a byte lie unpacked on one side. */
    private static void repack(
            Literal operand, PrimitiveType from, PrimitiveType to, MemorySegment out, long elements) {
        for (long i = 0; i < elements; i++) {
            long bits = 0;
            for (int bit = 0; bit < to.bits(); bit++) {
                long position = i * to.bits() + bit;
                long source = operand.bitsAt(position / from.bits());
                bits |= ((source >>> (position % from.bits())) & 1) << bit;
            }
            long stored = to.isIntegral() ? to.wrap(bits) : bits;
            for (int at = 0; at < to.bytes(); at++) {
                out.set(ValueLayout.JAVA_BYTE, i * to.bytes() + at, (byte) (stored >>> (8 * at)));
            }
        }
    }
}
