package org.hloexplorer.pipeline.kernel.llvm;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Operation;
import org.hloexplorer.pipeline.kernel.SumOrder;

/** Operations on scalars, or on lanes of them, as LLVM instructions that give HLO's result for every input. */
final class OperationPrinter {
    private final IrText ir;
    private final SumOrder order;

    /** @param order where it is given, products and sums stay as they are: none become one operation */
    OperationPrinter(IrText ir, SumOrder order) {
        this.ir = ir;
        this.order = order;
    }

    /**
     * Prints an operation that is no library function.
     *
     * @param type of the operands (of the second and third for a select)
     * @param isReassociable whether this is a step of a sum that may be added in another order
     * @return the name of the result
     */
    String print(Operation operation, IrType type, List<String> operands, boolean isReassociable) {
        var element = type.element();
        var a = operands.get(0);
        var b = operands.size() > 1 ? operands.get(1) : "";
        if (operation == Operation.SELECT) {
            return select(type, a, b, operands.get(2));
        }
        if (operation.isComparison()) {
            return compare(operation, type, a, b);
        }
        return element.isFloating()
                ? floating(operation, type, operands, isReassociable)
                : integer(operation, type, a, b);
    }

    private String select(IrType type, String condition, String then, String otherwise) {
        return ir.assign(
                "select %s %s, %s %s, %s %s", type.predicate(), condition, type.text(), then, type.text(), otherwise);
    }

    private String compare(Operation operation, IrType type, String a, String b) {
        var relation = relation(operation);
        var element = type.element();
        String predicate;
        if (element.isFloating()) {
            // Only "not equal" holds for NaN.
            predicate = "fcmp " + (relation.equals("ne") ? "une" : "o" + relation);
        } else {
            var isEquality = relation.equals("eq") || relation.equals("ne");
            predicate = "icmp " + (isEquality ? "" : element.isSigned() ? "s" : "u") + relation;
        }
        return ir.assign("%s %s %s, %s", predicate, type.text(), a, b);
    }

    private static String relation(Operation operation) {
        return switch (operation) {
            case COMPARE_EQ -> "eq";
            case COMPARE_NE -> "ne";
            case COMPARE_LT -> "lt";
            case COMPARE_LE -> "le";
            case COMPARE_GT -> "gt";
            case COMPARE_GE -> "ge";
            default -> throw new IllegalArgumentException(operation + " compares nothing");
        };
    }

    private String floating(Operation operation, IrType type, List<String> operands, boolean isReassociable) {
        var flags = order == SumOrder.GIVEN ? "" : isReassociable ? " reassoc contract" : " contract";
        var a = operands.get(0);
        return switch (operation) {
            case ADD -> binary("fadd" + flags, type, a, operands.get(1));
            case SUBTRACT -> binary("fsub" + flags, type, a, operands.get(1));
            case MULTIPLY -> binary("fmul" + flags, type, a, operands.get(1));
            case DIVIDE -> binary("fdiv", type, a, operands.get(1));
            case REMAINDER -> binary("frem", type, a, operands.get(1));
            case NEGATE -> ir.assign("fneg %s %s", type.text(), a);
            case MULTIPLY_ADD -> intrinsic("fmuladd", type, operands);
            case ABS -> intrinsic("fabs", type, operands);
            case MAXIMUM -> intrinsic("maximum", type, operands);
            case MINIMUM -> intrinsic("minimum", type, operands);
            case FLOOR -> intrinsic("floor", type, operands);
            case CEIL -> intrinsic("ceil", type, operands);
            case ROUND_NEAREST_EVEN -> intrinsic("roundeven", type, operands);
            case ROUND_NEAREST_AFZ -> intrinsic("round", type, operands);
            case SQRT -> intrinsic("sqrt", type, operands);
            case COPYSIGN -> intrinsic("copysign", type, operands);
            default -> throw unknown(operation, type);
        };
    }

    private String intrinsic(String name, IrType type, List<String> operands) {
        var typed = operands.stream().flatMap(operand -> Stream.of(type.text(), operand));
        return ir.call("llvm.%s.%s".formatted(name, type.suffix()), type.text(), typed.toArray(String[]::new));
    }

    private String integer(Operation operation, IrType type, String a, String b) {
        var isSigned = type.element().isSigned();
        var isPredicate = type.element() == PrimitiveType.PRED;
        return switch (operation) {
            case ADD -> binary(isPredicate ? "or" : "add", type, a, b);
            case SUBTRACT -> binary(isPredicate ? "xor" : "sub", type, a, b);
            case MULTIPLY -> binary(isPredicate ? "and" : "mul", type, a, b);
            case DIVIDE -> divide(type, a, b);
            case REMAINDER -> remainder(type, a, b);
            case NEGATE -> binary("sub", type, type.small(0), a);
            case ABS -> isSigned ? flagged("abs", type, a) : a;
            case MAXIMUM ->
                isPredicate ? binary("or", type, a, b) : intrinsic(isSigned ? "smax" : "umax", type, List.of(a, b));
            case MINIMUM ->
                isPredicate ? binary("and", type, a, b) : intrinsic(isSigned ? "smin" : "umin", type, List.of(a, b));
            case AND -> binary("and", type, a, b);
            case OR -> binary("or", type, a, b);
            case XOR -> binary("xor", type, a, b);
            case NOT -> binary("xor", type, a, type.constant(-1));
            case SHIFT_LEFT -> shift("shl", type, a, b, () -> type.small(0));
            case SHIFT_RIGHT_LOGICAL -> shift("lshr", type, a, b, () -> type.small(0));
            case SHIFT_RIGHT_ARITHMETIC ->
                shift("ashr", type, a, b, () -> binary("ashr", type, a, type.small(type.bits() - 1)));
            case POPCNT -> intrinsic("ctpop", type, List.of(a));
            case COUNT_LEADING_ZEROS -> flagged("ctlz", type, a);
            case MULHI -> highProduct(type, a, b);
            default -> throw unknown(operation, type);
        };
    }

    private String binary(String instruction, IrType type, String a, String b) {
        return ir.assign("%s %s %s, %s", instruction, type.text(), a, b);
    }

    /** An intrinsic whose second operand says that the odd input (zero, or the least integer) is meant. */
    private String flagged(String name, IrType type, String a) {
        return ir.call("llvm.%s.%s".formatted(name, type.suffix()), type.text(), type.text(), a, "i1", "false");
    }

    /** x / 0 is all ones, and the least integer by -1 is itself; to the processor both are errors. */
    private String divide(IrType type, String a, String b) {
        var isZero = equal(type, b, type.small(0));
        var divided = binary(type.element().isSigned() ? "sdiv" : "udiv", type, a, safeDivisor(type, a, b, isZero));
        return select(type, isZero, type.constant(-1), divided);
    }

    /** x mod 0 is x, and the least integer mod -1 is 0. */
    private String remainder(IrType type, String a, String b) {
        var isZero = equal(type, b, type.small(0));
        var rest = binary(type.element().isSigned() ? "srem" : "urem", type, a, safeDivisor(type, a, b, isZero));
        return select(type, isZero, a, rest);
    }

    /** One where the processor would raise an error; by one, the least integer gives itself and no remainder. */
    private String safeDivisor(IrType type, String a, String b, String isZero) {
        var isOdd = isZero;
        if (type.element().isSigned()) {
            var isLeast = equal(type, a, type.constant(1L << (type.bits() - 1)));
            var isMinusOne = equal(type, b, type.constant(-1));
            var overflows = ir.assign("and %s %s, %s", type.predicate(), isLeast, isMinusOne);
            isOdd = ir.assign("or %s %s, %s", type.predicate(), isZero, overflows);
        }
        return select(type, isOdd, type.small(1), b);
    }

    private String equal(IrType type, String a, String b) {
        return ir.assign("icmp eq %s %s, %s", type.text(), a, b);
    }

    /** A shift by the width or more is defined in HLO and not in LLVM; a negative amount is a large one. */
    private String shift(String instruction, IrType type, String a, String amount, Supplier<String> beyond) {
        if (isWithin(type, amount)) {
            return binary(instruction, type, a, amount);
        }
        var fits = ir.assign("icmp ult %s %s, %s", type.text(), amount, type.small(type.bits()));
        var safe = select(type, fits, amount, type.small(0));
        return select(type, fits, binary(instruction, type, a, safe), beyond.get());
    }

    /** Whether an amount is a constant for which the shift is defined. */
    private static boolean isWithin(IrType type, String amount) {
        return IntStream.range(0, type.bits()).mapToObj(type::small).anyMatch(amount::equals);
    }

    private String highProduct(IrType type, String a, String b) {
        var wide = type.integer(2 * type.bits());
        var extend = type.element().isSigned() ? "sext" : "zext";
        var wideA = ir.assign("%s %s %s to %s", extend, type.text(), a, wide);
        var wideB = ir.assign("%s %s %s to %s", extend, type.text(), b, wide);
        var product = ir.assign("mul %s %s, %s", wide, wideA, wideB);
        var amount = type.lanes() == 1
                ? Integer.toString(type.bits())
                : "splat (i%d %d)".formatted(2 * type.bits(), type.bits());
        var high = ir.assign("lshr %s %s, %s", wide, product, amount);
        return ir.assign("trunc %s %s to %s", wide, high, type.text());
    }

    private static IllegalArgumentException unknown(Operation operation, IrType type) {
        return new IllegalArgumentException("no %s of %s".formatted(operation.text(), type.element()));
    }
}
