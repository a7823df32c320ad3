package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.S8;
import static org.hloexplorer.hlo.PrimitiveType.U8;

import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * Operations that look at the bits of integers of less than eight: a byte holds more of them, which repeat the sign or are 0,
 * and must not be counted or shifted in.
 */
record NarrowBits(Scalars scalars, PrimitiveType type) {

    static boolean isOne(HloOpcode opcode, PrimitiveType type) {
        return switch (opcode) {
            case POPCNT, COUNT_LEADING_ZEROS, MULHI, SHIFT_RIGHT_LOGICAL, SHIFT_RIGHT_ARITHMETIC, SHIFT_LEFT ->
                NarrowTypes.isInteger(type);
            default -> false;
        };
    }

    /** @param operands in the type that such numbers are computed in */
    Value emit(HloOpcode opcode, Value[] operands) {
        var a = operands[0];
        var result = switch (opcode) {
            case POPCNT -> scalars.apply(Operation.POPCNT, bits(a));
            case COUNT_LEADING_ZEROS ->
                scalars.subtract(
                        scalars.apply(Operation.COUNT_LEADING_ZEROS, bits(a)), scalars.bits(U8, 8L - type.bits()));
            // Of two such numbers a byte holds the product.
            case MULHI -> scalars.apply(right(), scalars.multiply(a, operands[1]), scalars.bits(a.type(), type.bits()));
            case SHIFT_LEFT -> scalars.apply(Operation.SHIFT_LEFT, bits(a), scalars.bitcast(U8, operands[1]));
            case SHIFT_RIGHT_LOGICAL ->
                scalars.apply(Operation.SHIFT_RIGHT_LOGICAL, bits(a), scalars.bitcast(U8, operands[1]));
            case SHIFT_RIGHT_ARITHMETIC ->
                scalars.apply(Operation.SHIFT_RIGHT_ARITHMETIC, extended(a), scalars.bitcast(S8, operands[1]));
            default -> throw new IllegalArgumentException(opcode + " looks at no bits");
        };
        return new NarrowTypes(scalars).narrowed(type, result);
    }

    private Operation right() {
        return type.isSigned() ? Operation.SHIFT_RIGHT_ARITHMETIC : Operation.SHIFT_RIGHT_LOGICAL;
    }

    /** Its own bits, with zeros above them. */
    private Value bits(Value a) {
        return scalars.and(scalars.bitcast(U8, a), scalars.bits(U8, (1L << type.bits()) - 1));
    }

    /** With its highest bit in all above it, which an arithmetic shift takes for a sign in unsigned numbers too. */
    private Value extended(Value a) {
        var unused = scalars.bits(S8, 8L - type.bits());
        var raised = scalars.apply(Operation.SHIFT_LEFT, scalars.bitcast(S8, a), unused);
        return scalars.apply(Operation.SHIFT_RIGHT_ARITHMETIC, raised, unused);
    }
}
