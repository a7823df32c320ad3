package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * {@code stochastic-convert}: rounds away from zero with the probability of the part that is cut off.
 *
 * <p>The random operand, read as a fraction of its range, is compared with that part.
 */
final class StochasticConversion {
    private StochasticConversion() {}

    static void convert(ScalarStep step, Registers r) {
        double value = r.real[step.first()];
        long random = r.integer[step.second()];
        var type = step.resultType();
        double fraction = Math.scalb(
                random >= 0 ? (double) random : (random >>> 1) * 2.0,
                -step.operandType().bits());
        if (type.isFloating()) {
            r.real[step.result()] = toFloat(value, fraction, type);
        } else {
            r.integer[step.result()] = toInteger(value, fraction, type);
        }
    }

    private static long toInteger(double value, double random, PrimitiveType type) {
        double whole = Math.floor(Math.abs(value));
        double rounded = random < Math.abs(value) - whole ? whole + 1 : whole;
        return Conversion.truncate(Math.copySign(rounded, value), type);
    }

    private static double toFloat(double value, double random, PrimitiveType type) {
        if (!Double.isFinite(value)) {
            return FloatFormats.round(type, value);
        }
        double magnitude = Math.abs(value);
        double quantum = Math.scalb(1.0, Math.getExponent(magnitude) - FloatFormats.mantissaBits(type));
        double below = Math.floor(magnitude / quantum) * quantum;
        double rounded = random < (magnitude - below) / quantum ? below + quantum : below;
        return FloatFormats.round(type, Math.copySign(rounded, value));
    }
}
