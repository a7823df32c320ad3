package org.hloexplorer.pipeline.transforms.layout;

import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** What calls, loops, branches and parameters ask for, because layouts on both sides of a call have to agree. */
final class InterfaceWishes {
    /** Rounds of propagation over all computations: in the first one each chooses for itself, in the second all agree. */
    static final int ROUNDS = 2;

    private final HloModule module;
    private final Interfaces interfaces;
    private final HloComputation computation;
    private final LayoutConstraints constraints;
    private final int round;

    InterfaceWishes(
            HloModule module,
            Interfaces interfaces,
            HloComputation computation,
            LayoutConstraints constraints,
            int round) {
        this.module = module;
        this.interfaces = interfaces;
        this.computation = computation;
        this.constraints = constraints;
        this.round = round;
    }

    void ask() {
        var own = interfaces.of(computation.id());
        if (own.isSettled() && !interfaces.isYielding(computation)) {
            var parameters = computation.parameters();
            for (int i = 0; i < parameters.size(); i++) {
                holdResult(parameters.get(i), own.parameter(i));
            }
        }
        computation.instructions().forEach(this::askCall);
        if (own.isSettled()) {
            constraints.holdResult(own.result(), own.priority());
        }
    }

    private void askCall(HloInstruction instruction) {
        switch (instruction.op()) {
            case HloOp.Call call -> ofCall(instruction, interfaces.of(call.toApply()));
            case HloOp.While loop ->
                ofLoop(instruction, loop, interfaces.of(loop.body()), interfaces.of(loop.condition()));
            case HloOp.Conditional conditional -> ofBranches(instruction, conditional);
            default -> {}
        }
    }

    private void ofCall(HloInstruction call, ComputationInterface callee) {
        var name = name(call.calledComputations().getFirst());
        for (int i = 0; i < call.operandCount(); i++) {
            holdOperand(call, i, callee.parameter(i).through(name));
        }
        holdResult(call, callee.result().through(name));
    }

    /** What the body yields is what it and the condition start from next time, and what goes in and comes out. */
    private void ofLoop(
            HloInstruction loop, HloOp.While op, ComputationInterface body, ComputationInterface condition) {
        var state = body.result().through(name(op.body()));
        if (!Leaves.sameOrder(state.shape(), body.parameter(0).shape())) {
            body.changeParameter(0, state.through(loop.toString()), round + ROUNDS);
        }
        if (!Leaves.sameOrder(state.shape(), condition.parameter(0).shape())) {
            condition.changeParameter(0, state.through(loop.toString()), round + ROUNDS);
        }
        holdOperand(loop, 0, state);
        holdResult(loop, state);
    }

    /** All branches yield what the one with the most instructions does. */
    private void ofBranches(HloInstruction choice, HloOp.Conditional op) {
        var branches = op.branches();
        int largest = IntStream.range(0, branches.size())
                .boxed()
                .max((left, right) -> Integer.compare(size(branches.get(left)), size(branches.get(right))) != 0
                        ? Integer.compare(size(branches.get(left)), size(branches.get(right)))
                        : right - left)
                .orElse(0);
        var result = interfaces.of(branches.get(largest)).result().through(name(branches.get(largest)));
        for (int i = 0; i < branches.size(); i++) {
            var branch = interfaces.of(branches.get(i));
            if (!Leaves.sameOrder(branch.result().shape(), result.shape())) {
                branch.changeResult(result.through(choice.toString()), round + ROUNDS);
                interfaces.makeYield(branches.get(i));
            } else {
                holdOperand(choice, i + 1, branch.parameter(0).through(name(branches.get(i))));
            }
        }
        holdResult(choice, result);
    }

    private int size(int branch) {
        return module.computation(branch).instructions().size();
    }

    private String name(int callee) {
        return "%" + module.computation(callee).name();
    }

    private void holdOperand(HloInstruction user, int operand, LayoutWish wish) {
        constraints.holdOperand(user, operand, new LayoutConstraint(wish, round, true, true));
    }

    private void holdResult(HloInstruction maker, LayoutWish wish) {
        for (int i = 0; i < wish.reasons().size(); i++) {
            if (Leaves.hasOrder(Leaves.of(wish.shape()).get(i))) {
                constraints.holdBuffer(
                        new ArrayBuffer(maker.id(), i), new LayoutConstraint(wish.leaf(i), round, true, true));
            }
        }
    }
}
