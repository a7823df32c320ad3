package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Brings values into the layout and the floating type that an instruction declares.
 *
 * <p>Layouts matter to a later bitcast. Types differ only in what TPU compilers print: there a value of one floating type
 * may meet another without a conversion between them, and is meant to be converted.
 */
final class DeclaredTypes {
    private final Elementwise elementwise;

    DeclaredTypes(Elementwise elementwise) {
        this.elementwise = elementwise;
    }

    /** The value as this shape declares it, where the two have the same dimensions. */
    Literal declared(Literal value, Shape shape) {
        if (!(value.shape() instanceof Shape.Array from) || !(shape instanceof Shape.Array to) || from.equals(to)) {
            return value;
        }
        boolean sameSizes = from.dimensions().equals(to.dimensions());
        var converted = sameSizes && areMixed(from.elementType(), to.elementType())
                ? elementwise.convert(value, to.elementType())
                : value;
        boolean fits = sameSizes && converted.shape().asArray().elementType() == to.elementType();
        return fits ? converted.reshaped(to) : converted;
    }

    /** Operands in the floating type of the result, for operations whose operands and result are of one type. */
    List<Literal> operands(HloInstruction instruction, List<Literal> operands) {
        if (!(instruction.shape() instanceof Shape.Array result)
                || !result.elementType().isFloating()) {
            return operands;
        }
        if (!isOfOneType(instruction) || operands.stream().noneMatch(each -> needsConversion(each, result))) {
            return operands;
        }
        return operands.stream()
                .map(each -> needsConversion(each, result) ? elementwise.convert(each, result.elementType()) : each)
                .toList();
    }

    /** Whether an operand is of another floating type than the result, where the two should be the same. */
    static boolean differs(HloInstruction instruction, List<PrimitiveType> types) {
        return isOfOneType(instruction)
                && instruction.shape() instanceof Shape.Array result
                && types.stream().anyMatch(each -> areMixed(each, result.elementType()));
    }

    private static boolean needsConversion(Literal operand, Shape.Array result) {
        return operand.shape() instanceof Shape.Array array && areMixed(array.elementType(), result.elementType());
    }

    private static boolean areMixed(PrimitiveType from, PrimitiveType to) {
        return from.isFloating() && to.isFloating() && from != to;
    }

    private static boolean isOfOneType(HloInstruction instruction) {
        return switch (instruction.opcode().category()) {
            case ELEMENTWISE ->
                switch (instruction.opcode()) {
                    case CONVERT, BITCAST_CONVERT, COMPARE, IS_FINITE, STOCHASTIC_CONVERT, REAL, IMAG, ABS -> false;
                    default -> true;
                };
            case DATA_MOVEMENT -> instruction.opcode() != HloOpcode.BITCAST;
            default -> false;
        };
    }
}
