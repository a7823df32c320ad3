package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Shapes of tuples, calls, loops and branches. */
final class ControlShapes {
    private ControlShapes() {}

    static @Nullable Shape plain(Application a, HloOpcode opcode) {
        return switch (opcode) {
            case TUPLE -> new Shape.Tuple(a.operands());
            case OPTIMIZATION_BARRIER -> a.operand(0);
            default -> a.declared();
        };
    }

    static Shape element(Application a, int index) {
        if (!(a.operand(0) instanceof Shape.Tuple(var elements))) {
            throw a.fault(
                    FindingCode.OPERAND_TYPE,
                    "it takes a tuple, not %s",
                    a.operand(0).withoutLayout());
        }
        if (index < 0 || index >= elements.size()) {
            throw a.fault(
                    FindingCode.TUPLE_INDEX,
                    "the tuple has %d elements, there is no number %d",
                    elements.size(),
                    index);
        }
        return elements.get(index);
    }

    /** Calls and fusions: the operands are the parameters. */
    static Shape call(Application a, int callee) {
        var program = a.callee(callee);
        Callees.checkParameters(a, program, a.operands());
        return program.result();
    }

    static Shape loop(Application a, HloOp.While loop) {
        var state = a.operand(0);
        Callees.check(a, loop.condition(), List.of(state), Shape.scalar(PrimitiveType.PRED));
        Callees.check(a, loop.body(), List.of(state), state);
        return state;
    }

    static Shape conditional(Application a, HloOp.Conditional conditional) {
        var branches = conditional.branches();
        if (branches.isEmpty() || a.operandCount() != branches.size() + 1) {
            throw a.fault(
                    FindingCode.OPERAND_COUNT,
                    "it takes the choice and an operand for each of %d branches, not %d operands in all",
                    branches.size(),
                    a.operandCount());
        }
        var choice = a.array(0);
        var wanted = conditional.byPredicate() ? PrimitiveType.PRED : PrimitiveType.S32;
        if (!choice.isScalar() || choice.elementType() != wanted) {
            throw a.fault(FindingCode.OPERAND_TYPE, "the choice is %s[], not %s", wanted, choice.withoutLayout());
        }
        var result = a.callee(branches.getFirst()).result();
        for (int i = 0; i < branches.size(); i++) {
            Callees.check(a, branches.get(i), List.of(a.operand(i + 1)), result);
        }
        return result;
    }

    /** A start holds operands, result, and what else the backend needs. */
    static @Nullable Shape async(Application a, HloOp.Async async) {
        return switch (async.opcode()) {
            case ASYNC_START -> asyncStart(a, async.computation());
            case ASYNC_UPDATE -> a.operand(0);
            case ASYNC_DONE -> element(a, 1);
            default -> a.declared();
        };
    }

    private static Shape asyncStart(Application a, int callee) {
        var program = a.callee(callee);
        Callees.checkParameters(a, program, a.operands());
        var start = Shape.tuple(new Shape.Tuple(a.operands()), program.result());
        if (!(a.declared() instanceof Shape.Tuple(var elements)) || elements.size() < 2) {
            return start;
        }
        var all = new ArrayList<>(start.elements());
        all.addAll(elements.subList(2, elements.size()));
        return new Shape.Tuple(all);
    }
}
