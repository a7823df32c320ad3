package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * The hidden state of {@code rng} and {@code rng-get-and-update-state}.
 *
 * <p>HLO leaves their values open; here they follow from a fixed start, so that an evaluation can be repeated.
 */
final class RandomState {
    private static final long KEY = 0x7012395L;

    private long counter;
    private long stateLow = KEY;
    private long stateHigh;

    /** Uniform in [a, b), or normal with mean a and standard deviation b. */
    Literal draw(HloInstruction instruction, String distribution, List<Literal> parameters) {
        var shape = instruction.shape().asArray();
        var type = shape.elementType();
        var out = Storage.allocate(shape);
        var registers = new Registers(2);
        for (int i = 0; i < shape.elements(); i++) {
            if (type.isFloating()) {
                double a = parameters.getFirst().doubleAt(0);
                double b = parameters.getLast().doubleAt(0);
                double value = distribution.equals("rng_normal") ? a + b * normal() : uniform(a, b);
                registers.real[0] = Conversion.round(type, value);
            } else {
                registers.integer[0] = uniform(
                        type,
                        parameters.getFirst().bitsAt(0),
                        parameters.getLast().bitsAt(0));
            }
            registers.store(0, type, out, i);
        }
        return Storage.literal(shape, out);
    }

    /** The 128-bit state as it was, low word first; then it grows by the delta. */
    Literal getAndUpdate(HloOp.RngGetAndUpdateState op) {
        var old = Storage.literal(Shape.array(PrimitiveType.U64, 2), new long[] {stateLow, stateHigh});
        stateLow += op.delta();
        if (Long.compareUnsigned(stateLow, op.delta()) < 0) {
            stateHigh++;
        }
        return old;
    }

    private double uniform(double low, double high) {
        double value = low + (high - low) * fraction();
        return value < high ? value : low;
    }

    private long uniform(PrimitiveType type, long low, long high) {
        if (type.isPredicate()) {
            return next() >>> 63;
        }
        long range = high - low;
        return range == 0 ? low : type.wrap(low + Long.remainderUnsigned(next(), range));
    }

    /** Box and Muller's method. */
    private double normal() {
        double radius = Math.sqrt(-2 * Math.log(1 - fraction()));
        return radius * Math.cos(2 * Math.PI * fraction());
    }

    private double fraction() {
        return (next() >>> 40) * 0x1p-24;
    }

    private long next() {
        return ThreeFry.encrypt(KEY, counter++);
    }
}
