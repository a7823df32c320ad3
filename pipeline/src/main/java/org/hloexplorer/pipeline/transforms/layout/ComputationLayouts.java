package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** The layouts of one computation, as one round of propagation leaves them. */
final class ComputationLayouts {
    private final HloModule module;
    private final HloComputation computation;
    private final Interfaces interfaces;
    private final ContractionWishes contractions;
    private final int round;
    private final BufferSources sources;
    private final LayoutConstraints constraints;

    ComputationLayouts(
            HloModule module,
            HloComputation computation,
            Interfaces interfaces,
            ContractionWishes contractions,
            int round) {
        this.module = module;
        this.computation = computation;
        this.interfaces = interfaces;
        this.contractions = contractions;
        this.round = round;
        this.sources = new BufferSources(computation);
        this.constraints = new LayoutConstraints(computation, sources);
    }

    HloComputation computation() {
        return computation;
    }

    /** Asks everybody, carries on what they ask for, and gives what is left the layout that the target likes. */
    ComputationLayouts propagated() {
        var targets = new TargetWishes(module, computation, constraints, contractions, round);
        var propagation = new LayoutPropagation(
                computation,
                sources,
                constraints,
                new LayoutRules(computation, contractions.target()),
                round,
                isLoopBody());
        new InterfaceWishes(module, interfaces, computation, constraints, round).ask();
        targets.ask();
        propagation.run();
        settleUnbound(propagation, targets::ofReduced);
        settleUnbound(propagation, (maker, array) -> Optional.of(TargetWishes.ofUnbound(maker, array)));
        settleInterface();
        return this;
    }

    private boolean isLoopBody() {
        var callers = module.callers(computation.id());
        return callers.size() == 1
                && callers.getFirst().op() instanceof HloOp.While loop
                && loop.body() == computation.id();
    }

    private void settleUnbound(
            LayoutPropagation propagation, BiFunction<HloInstruction, Shape.Array, Optional<LayoutWish>> liked) {
        for (var maker : computation.instructions()) {
            var leaves = BufferSources.forwards(maker) ? List.<Shape>of() : Leaves.of(maker.shape());
            for (int i = 0; i < leaves.size(); i++) {
                var buffer = new ArrayBuffer(maker.id(), i);
                if (Leaves.hasOrder(leaves.get(i)) && constraints.buffer(buffer).isEmpty()) {
                    liked.apply(maker, leaves.get(i).asArray())
                            .ifPresent(wish ->
                                    constraints.holdBuffer(buffer, new LayoutConstraint(wish, round, false, true)));
                    propagation.run();
                }
            }
        }
    }

    /** In the first round the computation chooses its interface; in the second its callers have had their say. */
    private void settleInterface() {
        var own = interfaces.of(computation.id());
        var parameters = computation.parameters().stream().map(this::chosen).toList();
        if (interfaces.isYielding(computation)) {
            own.changeParameters(parameters);
        } else if (round == 0) {
            own.settle(parameters, chosen(computation.root()), InterfaceWishes.ROUNDS);
        }
    }

    /** The shape of a result as its arrays lie, with the reasons. */
    LayoutWish chosen(HloInstruction instruction) {
        var leaves = new ArrayList<>(Leaves.of(instruction.shape()));
        var reasons = new ArrayList<LayoutReason>();
        var buffers = sources.of(instruction);
        for (int i = 0; i < leaves.size(); i++) {
            var constraint = constraints.buffer(buffers.get(i));
            if (constraint.isPresent()) {
                leaves.set(i, ordered(leaves.get(i).asArray(), constraint.get()));
                reasons.add(constraint.get().wish().reason());
            } else {
                reasons.add(LayoutReason.of(LayoutReason.Kind.DEFAULT, "there is only one order"));
            }
        }
        return new LayoutWish(Leaves.with(instruction.shape(), leaves), reasons);
    }

    /** Tilings and the like stay where the order stays. */
    private static Shape.Array ordered(Shape.Array array, LayoutConstraint constraint) {
        var layout = constraint.wish().layout();
        return Leaves.sameOrder(array.layout(), layout) ? array : array.withLayout(layout);
    }

    /** Why a leaf of a result lies as it does, with the strength of the constraint. */
    Optional<String> trail(HloInstruction instruction, int leaf) {
        return constraints.buffer(sources.of(instruction).get(leaf)).map(each -> each.trail(0));
    }

    /** The shape in which an instruction reads an operand; empty where it takes any. */
    Optional<LayoutConstraint> operand(HloInstruction user, int operand) {
        return constraints.operand(user, operand);
    }

    /** The shape that the caller wants the result in. */
    LayoutWish result() {
        return interfaces.of(computation.id()).result();
    }

    int priority() {
        return interfaces.of(computation.id()).priority();
    }

    /** All computations outside fusions after both rounds, what is called before its callers. */
    static List<ComputationLayouts> of(HloModule module, ContractionWishes contractions) {
        var interfaces = new Interfaces(module);
        var order = interfaces.inOrder();
        return IntStream.range(0, InterfaceWishes.ROUNDS)
                .mapToObj(round -> order.stream()
                        .map(each -> new ComputationLayouts(module, each, interfaces, contractions, round).propagated())
                        .toList())
                .toList()
                .getLast();
    }
}
