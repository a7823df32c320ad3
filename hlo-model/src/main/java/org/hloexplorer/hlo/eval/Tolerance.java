package org.hloexplorer.hlo.eval;

import java.util.Locale;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * How far two floating results may lie apart; integers and {@code pred} must always be equal.
 *
 * @param relative allowed difference, as a part of the largest finite magnitude among the expected elements
 * @param absolute allowed difference whatever the magnitude
 * @param reason where the numbers come from
 */
public record Tolerance(double relative, double absolute, String reason) {

    /** Room for the rounding of a few thousand dependent operations in this type. */
    public static Tolerance of(PrimitiveType type) {
        return switch (type) {
            case F64, C128 -> new Tolerance(1e-12, 0, "f64 has 53 significant bits");
            case F32, C64 -> new Tolerance(1e-5, 0, "f32 has 24 significant bits");
            case F16 -> new Tolerance(4e-3, 0, "f16 has 11 significant bits");
            case BF16 -> new Tolerance(3e-2, 0, "bf16 has 8 significant bits");
            default ->
                type.isFloating()
                        ? new Tolerance(0.25, 0, type + " has very few significant bits")
                        : new Tolerance(0, 0, type + " is exact");
        };
    }

    public static Tolerance exact() {
        return new Tolerance(0, 0, "bit for bit");
    }

    public static Tolerance relative(double relative, String reason) {
        return new Tolerance(relative, 0, reason);
    }

    /** The difference allowed where the largest expected magnitude is this. */
    public double allowed(double largestMagnitude) {
        return Math.max(absolute, relative * largestMagnitude);
    }

    /** The rule in words. */
    public String toText() {
        if (relative == 0 && absolute == 0) {
            return "equal (" + reason + ")";
        }
        return String.format(Locale.ROOT, "within %.2g of the largest magnitude (%s)", relative, reason);
    }
}
