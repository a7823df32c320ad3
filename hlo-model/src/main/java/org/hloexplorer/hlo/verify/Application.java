package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * An operation with the shapes of its operands, whose own shape is asked for.
 *
 * <p>Where an operation's shape is its own choice, as a reshape's, the {@link #declared} one is looked at instead.
 */
final class Application {
    private final HloOp op;
    private final List<Shape> operands;
    private final @Nullable Shape declared;
    private final IntFunction<ProgramShape> callees;
    private final List<ShapeProblem> warnings = new ArrayList<>();

    Application(HloOp op, List<Shape> operands, @Nullable Shape declared, IntFunction<ProgramShape> callees) {
        this.op = op;
        this.operands = operands;
        this.declared = declared;
        this.callees = callees;
    }

    HloOp op() {
        return op;
    }

    int operandCount() {
        return operands.size();
    }

    List<Shape> operands() {
        return operands;
    }

    Shape operand(int index) {
        if (index >= operands.size()) {
            throw ShapeFault.of(
                    FindingCode.OPERAND_COUNT,
                    "%s takes %d operands or more, not %d",
                    op.mnemonic(),
                    index + 1,
                    operands.size());
        }
        return operands.get(index);
    }

    /** An operand that must be an array. */
    Shape.Array array(int index) {
        if (operand(index) instanceof Shape.Array array) {
            return array;
        }
        throw ShapeFault.of(
                FindingCode.OPERAND_TYPE,
                "%s needs an array as operand %d, not %s",
                op.mnemonic(),
                index,
                operand(index));
    }

    /** The shape that the instruction claims, or null where it claims none. */
    @Nullable
    Shape declared() {
        return declared;
    }

    /** The claimed shape where it must be an array; null where none is claimed. */
    Shape.@Nullable Array declaredArray() {
        if (declared == null || declared instanceof Shape.Array) {
            return (Shape.Array) declared;
        }
        throw ShapeFault.of(FindingCode.SHAPE_MISMATCH, "%s gives an array, not %s", op.mnemonic(), declared);
    }

    ProgramShape callee(int id) {
        return callees.apply(id);
    }

    void warn(FindingCode code, String message) {
        warnings.add(new ShapeProblem(code, message));
    }

    List<ShapeProblem> warnings() {
        return warnings;
    }

    @SuppressWarnings("AnnotateFormatMethod")
    ShapeFault fault(FindingCode code, String format, Object... arguments) {
        return ShapeFault.of(code, op.mnemonic() + ": " + format, arguments);
    }
}
