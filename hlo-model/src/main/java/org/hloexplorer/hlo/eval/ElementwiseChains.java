package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Puts off element-wise operations whose only user is another one of the same sizes, and works them out together with it.
 *
 * <p>One for each run of a computation. Results are the same bits; only their way to memory is saved.
 */
final class ElementwiseChains {
    private final ComputationPlan plan;
    private final @Nullable Literal[] values;
    private final @Nullable LazyElements[] pending;
    private final LiveMemory memory;
    private final Cancellation cancellation;

    ElementwiseChains(ComputationPlan plan, @Nullable Literal[] values, LiveMemory memory, Cancellation cancellation) {
        this.plan = plan;
        this.values = values;
        this.pending = new @Nullable LazyElements[values.length];
        this.memory = memory;
        this.cancellation = cancellation;
    }

    /** Whether the instruction can wait for its user; if so, it does. */
    boolean putsOff(int position) {
        if (!plan.feedsElementwise(position)) {
            return false;
        }
        var chain = chain(position);
        if (chain == null || chain.isDeep()) {
            return false;
        }
        pending[position] = chain;
        return true;
    }

    /** Whether some of the operands were put off. */
    boolean endsAt(int position) {
        for (int operand : plan.operands(position)) {
            if (pending[operand] != null) {
                return true;
            }
        }
        return false;
    }

    /** The value of an instruction some of whose operands were put off; null where it cannot take them so. */
    @Nullable
    Literal result(int position) {
        var chain = chain(position);
        if (chain != null) {
            return chain.literal(cancellation);
        }
        workOutOperands(position);
        return null;
    }

    /** Gives up waiting: the instruction itself is none that could take its operands block by block. */
    private void workOutOperands(int position) {
        for (int operand : plan.operands(position)) {
            var waiting = pending[operand];
            if (waiting != null) {
                var value = waiting.literal(cancellation);
                memory.retain(value);
                values[operand] = value;
                pending[operand] = null;
            }
        }
    }

    private @Nullable LazyElements chain(int position) {
        var instruction = plan.instructions().get(position);
        if (!canWait(instruction)) {
            return null;
        }
        var shape = instruction.shape().asArray();
        var operands = new ArrayList<LazyElements.Operand>();
        var types = new ArrayList<PrimitiveType>();
        boolean isMadeUp = false;
        for (int operand : plan.operands(position)) {
            var waiting = pending[operand];
            var value = values[operand];
            if (waiting != null && fits(waiting.shape(), shape, false)) {
                operands.add(new LazyElements.Operand.Pending(waiting));
                types.add(waiting.shape().elementType());
                isMadeUp |= waiting.isMadeUp();
            } else if (value != null && value.shape() instanceof Shape.Array array && fits(array, shape, true)) {
                operands.add(new LazyElements.Operand.Known(Span.of(value, shape.elements())));
                types.add(array.elementType());
                isMadeUp |= value.isMadeUp();
            } else {
                return null;
            }
        }
        return isMixed(instruction, types)
                ? null
                : new LazyElements(instruction, BlockOperation.of(instruction, types), operands, isMadeUp);
    }

    private static boolean canWait(HloInstruction instruction) {
        return instruction.opcode().isElementwise()
                && instruction.opcode() != HloOpcode.BITCAST_CONVERT
                && instruction.shape() instanceof Shape.Array array
                && array.isStatic();
    }

    private static boolean fits(Shape.Array operand, Shape.Array result, boolean orScalar) {
        return operand.dimensions().equals(result.dimensions()) || (orScalar && operand.isScalar());
    }

    /** Floats of several types need conversions first. */
    private static boolean isMixed(HloInstruction instruction, List<PrimitiveType> types) {
        if (instruction.opcode() == HloOpcode.CONVERT) {
            return false;
        }
        return types.stream().filter(PrimitiveType::isFloating).distinct().count() > 1
                || DeclaredTypes.differs(instruction, types);
    }
}
