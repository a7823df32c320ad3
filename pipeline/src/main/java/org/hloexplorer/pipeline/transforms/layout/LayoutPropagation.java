package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.transforms.layout.LayoutRules.Carried;

/** Carries the constraints of a computation on, from where they are made to all they reach. */
final class LayoutPropagation {
    private final HloComputation computation;
    private final BufferSources sources;
    private final LayoutConstraints constraints;
    private final LayoutRules rules;
    private final int round;
    private final boolean isLoopBody;
    private final Deque<LayoutConstraints.Added> worklist = new ArrayDeque<>();

    LayoutPropagation(
            HloComputation computation,
            BufferSources sources,
            LayoutConstraints constraints,
            LayoutRules rules,
            int round,
            boolean isLoopBody) {
        this.computation = computation;
        this.sources = sources;
        this.constraints = constraints;
        this.rules = rules;
        this.round = round;
        this.isLoopBody = isLoopBody;
    }

    /** Runs until nothing new is asked for. */
    void run() {
        takeAdded();
        while (!worklist.isEmpty()) {
            switch (worklist.removeFirst()) {
                case LayoutConstraints.Added.OfBuffer(var buffer, var _, var _) ->
                    constraints.buffer(buffer).ifPresent(each -> carryBuffer(buffer, each));
                case LayoutConstraints.Added.OfOperand(var user, var operand, var _, var _) ->
                    constraints.operand(user, operand).ifPresent(each -> carryOperand(user, operand, each));
                case LayoutConstraints.Added.OfResult(var wish, var _) -> askSources(computation.root(), wish, round);
            }
            takeAdded();
        }
    }

    private void takeAdded() {
        for (var each : constraints.takeAdded()) {
            if (each.isDepthFirst()) {
                worklist.addFirst(each);
            } else {
                worklist.addLast(each);
            }
        }
    }

    /** Whoever made the arrays is asked to make them like that: then nothing needs to be copied. */
    private void askSources(HloInstruction value, LayoutWish wish, int priority) {
        var buffers = sources.of(value);
        for (int i = 0; i < buffers.size(); i++) {
            var buffer = buffers.get(i);
            var maker = computation.instruction(buffer.instruction());
            boolean reducesTogether = maker.opcode() == HloOpcode.REDUCE && maker.shape() instanceof Shape.Tuple;
            if (Leaves.hasOrder(sources.shape(buffer)) && !reducesTogether) {
                constraints.holdBuffer(buffer, new LayoutConstraint(wish.leaf(i), priority, false, true));
            }
        }
    }

    private void carryOperand(HloInstruction user, int operand, LayoutConstraint constraint) {
        var value = computation.operand(user, operand);
        askSources(value, constraint.wish(), constraint.priority());
        if (!(value.shape() instanceof Shape.Array array)
                || BufferSources.forwards(user)
                || array.rank() < 2
                || (LayoutRules.changesLayout(user)
                        && !(user.shape() instanceof Shape.Array)
                        && user.opcode() != HloOpcode.REDUCE)) {
            return;
        }
        if (LayoutRules.asksSiblings(user)) {
            if (user.opcode() == HloOpcode.CONCATENATE && !isLargest(user, array)) {
                return;
            }
            askSiblings(user, value, constraint);
        }
        carryToResult(user, operand, constraint);
    }

    private boolean isLargest(HloInstruction concatenate, Shape.Array array) {
        int dimension = ((HloOp.AlongDimension) concatenate.op()).dimension();
        return computation.operands(concatenate).stream()
                .allMatch(each -> each.shape().asArray().dimension(dimension) <= array.dimension(dimension));
    }

    private void askSiblings(HloInstruction user, HloInstruction value, LayoutConstraint constraint) {
        int rank = value.shape().asArray().rank();
        for (int i = 0; i < user.operandCount(); i++) {
            var sibling = computation.operand(user, i);
            if (sibling.id() != value.id() && sibling.shape() instanceof Shape.Array array && array.rank() == rank) {
                var wish = LayoutWish.of(
                        array, constraint.wish().layout(), constraint.wish().reason());
                constraints.holdOperand(user, i, new LayoutConstraint(wish, constraint.priority(), true, true));
            }
        }
    }

    private void carryToResult(HloInstruction user, int operand, LayoutConstraint constraint) {
        var carried = rules.ofResult(user, operand, constraint.wish().layout());
        if (carried.isEmpty()) {
            return;
        }
        boolean depthFirst = LayoutRules.asksSiblings(user) || rules.isUrgent(user);
        var leaves = Leaves.of(user.shape());
        for (int i = 0; i < leaves.size(); i++) {
            if (leaves.get(i) instanceof Shape.Array array
                    && array.rank() == carried.get().layout().minorToMajor().size()) {
                var wish = carried(array, carried.get(), constraint.wish().reason());
                constraints.holdBuffer(
                        new ArrayBuffer(user.id(), i),
                        new LayoutConstraint(wish, constraint.priority(), LayoutRules.settlesResult(user), depthFirst));
            }
        }
    }

    private static LayoutWish carried(Shape.Array array, Carried carried, LayoutReason reason) {
        return LayoutWish.of(
                array, carried.layout(), carried.meaning().isEmpty() ? reason : reason.meaning(carried.meaning()));
    }

    private void carryBuffer(ArrayBuffer buffer, LayoutConstraint constraint) {
        var maker = computation.instruction(buffer.instruction());
        if (Leaves.haveOrder(maker.shape()) && !BufferSources.forwards(maker)) {
            for (int i = 0; i < maker.operandCount(); i++) {
                carryBack(maker, i, constraint);
            }
        }
        for (var array : sources.arrays(buffer)) {
            carryToUsers(array, constraint);
        }
        if (isLoopBody) {
            carryRoundLoop(buffer, constraint);
        }
    }

    private void carryBack(HloInstruction maker, int operand, LayoutConstraint constraint) {
        if (!(computation.operand(maker, operand).shape() instanceof Shape.Array array) || array.rank() < 2) {
            return;
        }
        boolean sameOrder = !LayoutRules.changesLayout(maker);
        if (sameOrder) {
            if (array.rank() == constraint.wish().layout().minorToMajor().size()) {
                var wish = LayoutWish.of(
                        array,
                        constraint.wish().layout(),
                        constraint.wish().reason().through(maker));
                constraints.holdOperand(maker, operand, new LayoutConstraint(wish, round, true, true));
            }
        } else if (maker.shape() instanceof Shape.Array) {
            rules.ofOperand(maker, operand, constraint.wish().layout())
                    .map(each -> carried(array, each, constraint.wish().reason().through(maker)))
                    .ifPresent(wish -> constraints.holdOperand(
                            maker,
                            operand,
                            new LayoutConstraint(
                                    wish, round, maker.opcode() == HloOpcode.BROADCAST, rules.isUrgent(maker))));
        }
    }

    private void carryToUsers(HloInstruction array, LayoutConstraint constraint) {
        for (var user : computation.users(array)) {
            if (BufferSources.forwards(user)) {
                continue;
            }
            for (int i = 0; i < user.operandCount(); i++) {
                if (user.operandId(i) == array.id()) {
                    var wish = LayoutWish.of(
                            array.shape().asArray(),
                            constraint.wish().layout(),
                            constraint.wish().reason().through(array));
                    constraints.holdOperand(user, i, new LayoutConstraint(wish, constraint.priority(), false, true));
                }
            }
        }
    }

    /** What the body of a loop yields is what it starts from next time. */
    private void carryRoundLoop(ArrayBuffer buffer, LayoutConstraint constraint) {
        var root = computation.root();
        var state = computation.parameters().getFirst();
        if (root.opcode() != HloOpcode.TUPLE || Leaves.count(root.shape()) != Leaves.count(state.shape())) {
            return;
        }
        var yielded = sources.of(root);
        for (int i = 0; i < yielded.size(); i++) {
            if (yielded.get(i).equals(buffer)) {
                var wish = new LayoutWish(
                        constraint.wish().shape(),
                        List.of(constraint.wish().reason().through(root)));
                constraints.holdBuffer(new ArrayBuffer(state.id(), i), new LayoutConstraint(wish, round, false, true));
            }
        }
    }
}
