package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.analysis.HloReachability;

/**
 * Which instruction runs before which in every order that keeps to operands and control dependencies, across loops,
 * branches and calls: XLA's {@code DependencyHloOrdering}.
 */
final class ExecutionOrder {
    private final Dataflow dataflow;
    private final Map<Integer, HloReachability> reachability = new HashMap<>();

    ExecutionOrder(Dataflow dataflow) {
        this.dataflow = dataflow;
    }

    /** An instruction in its computation. */
    record At(HloComputation computation, HloInstruction instruction) {
        static At definition(HloValue value) {
            return new At(value.computation(), value.instruction());
        }

        static At use(Dataflow.Use use) {
            return new At(use.computation(), use.instruction());
        }
    }

    /** Whether the first runs, and ends, before the second in any case. */
    boolean isBefore(At first, At second) {
        if (first.instruction() == second.instruction()) {
            return false;
        }
        var above = callers(first);
        var other = callers(second);
        int common = 0;
        while (common < above.size()
                && common < other.size()
                && above.get(above.size() - 1 - common).instruction()
                        == other.get(other.size() - 1 - common).instruction()) {
            common++;
        }
        if (common == above.size()) {
            return false;
        }
        if (common == other.size()) {
            return true;
        }
        var a = above.get(above.size() - 1 - common);
        var b = other.get(other.size() - 1 - common);
        return a.computation().id() == b.computation().id()
                ? isBefore(a.computation(), a.instruction(), b.instruction())
                : isEarlierCallee(above.get(above.size() - common), a.computation(), b.computation());
    }

    /** The instruction itself, then who called its computation, and so on up to the entry. */
    private List<At> callers(At at) {
        var chain = new ArrayList<At>();
        var current = at;
        while (true) {
            chain.add(current);
            var sites = dataflow.contexts().callers(current.computation());
            if (sites.isEmpty()) {
                return chain;
            }
            current = new At(sites.getFirst().computation(), sites.getFirst().instruction());
        }
    }

    private boolean isBefore(HloComputation computation, HloInstruction first, HloInstruction second) {
        boolean isThere = first.op() instanceof HloOp.Parameter || first.op() instanceof HloOp.Constant;
        boolean isThereToo = second.op() instanceof HloOp.Parameter || second.op() instanceof HloOp.Constant;
        if (isThere || isThereToo) {
            return isThere && !isThereToo;
        }
        return reachability
                .computeIfAbsent(computation.id(), _ -> HloReachability.of(computation))
                .isReachable(first, second);
    }

    /** Of what one instruction calls: a loop's condition is before its body, and of branches only one runs. */
    private static boolean isEarlierCallee(At caller, HloComputation first, HloComputation second) {
        return switch (caller.instruction().op()) {
            case HloOp.While(int condition, int body) -> first.id() == condition && second.id() == body;
            case HloOp.Conditional _ -> true;
            default -> false;
        };
    }

    /** Whether the instruction is inside a computation, or inside what that calls. */
    boolean isWithin(At at, HloComputation computation) {
        return callers(at).stream().anyMatch(each -> each.computation().id() == computation.id());
    }

    /** Whether the instruction is inside what the caller calls. */
    boolean isCalledBy(At at, HloInstruction caller) {
        return callers(at).stream().skip(1).anyMatch(each -> each.instruction() == caller);
    }
}
