package org.hloexplorer.pipeline.transforms.layout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * The interfaces of all computations of a module. What one loop, branch or call runs is free to choose its own; the
 * entry's is its caller's; others take arrays row-major, because several callers have to agree.
 */
final class Interfaces {
    private final HloModule module;
    private final Map<Integer, ComputationInterface> byComputation = new HashMap<>();

    /** Branches whose result has to lie like that of a larger branch, and are free in their parameters for that. */
    private final Set<Integer> yielding = new HashSet<>();

    Interfaces(HloModule module) {
        this.module = module;
        var open = openComputations();
        for (var computation : module.computations()) {
            byComputation.put(
                    computation.id(),
                    computation.id() == module.entryId()
                            ? ofEntry()
                            : rowMajor(computation, open.contains(computation.id())));
        }
    }

    ComputationInterface of(int computation) {
        return Objects.requireNonNull(byComputation.get(computation));
    }

    boolean isYielding(HloComputation computation) {
        return yielding.contains(computation.id());
    }

    void makeYield(int computation) {
        yielding.add(computation);
    }

    /** The module's computations outside fusions, what is called before its callers. */
    List<HloComputation> inOrder() {
        var order = new LinkedHashSet<HloComputation>();
        module.computations().forEach(each -> visit(each, order, new HashSet<>()));
        order.removeIf(each -> module.callers(each.id()).stream().anyMatch(call -> call.op() instanceof HloOp.Fusion));
        return List.copyOf(order);
    }

    private void visit(HloComputation computation, Set<HloComputation> order, Set<Integer> open) {
        if (order.contains(computation) || !open.add(computation.id())) {
            return;
        }
        for (var instruction : computation.instructions()) {
            module.called(instruction).forEach(each -> visit(each, order, open));
        }
        order.add(computation);
    }

    private ComputationInterface ofEntry() {
        var entry = module.entry();
        var parameters = entry.parameters().stream()
                .map(parameter -> LayoutWish.of(
                        parameter.shape(),
                        LayoutReason.of(LayoutReason.Kind.INTERFACE, "the caller hands over " + as(parameter))))
                .toList();
        return ComputationInterface.given(
                parameters,
                LayoutWish.of(
                        EntryLayout.result(module),
                        LayoutReason.of(LayoutReason.Kind.INTERFACE, "the caller wants the result like that")));
    }

    private static String as(HloInstruction parameter) {
        return parameter.shape() instanceof Shape.Array array
                ? "%s as %s".formatted(parameter, array.layout())
                : parameter.toString();
    }

    private ComputationInterface rowMajor(HloComputation computation, boolean isOpen) {
        var why = why(computation);
        var taken = LayoutReason.of(LayoutReason.Kind.INTERFACE, "%s takes arrays row-major".formatted(why));
        var yielded = LayoutReason.of(LayoutReason.Kind.INTERFACE, "%s yields arrays row-major".formatted(why));
        var parameters = computation.parameters().stream()
                .map(each -> LayoutWish.rowMajor(each.shape(), taken))
                .toList();
        var result = LayoutWish.rowMajor(computation.root().shape(), yielded);
        return isOpen ? ComputationInterface.open(parameters, result) : ComputationInterface.given(parameters, result);
    }

    private String why(HloComputation computation) {
        var callers = module.callers(computation.id());
        return switch (callers.size()) {
            case 0 -> "%%%s, which nothing calls,".formatted(computation.name());
            case 1 -> "%%%s, which %s runs,".formatted(computation.name(), callers.getFirst());
            default -> "%%%s, which %d instructions run,".formatted(computation.name(), callers.size());
        };
    }

    /** Those with one caller that passes whole arrays on, and whose fellows in a loop or a choice are open too. */
    private Set<Integer> openComputations() {
        var open = new HashSet<Integer>();
        module.computations().stream()
                .map(HloComputation::id)
                .filter(this::isCalledOnce)
                .forEach(open::add);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (var computation : module.computations()) {
                for (var instruction : computation.instructions()) {
                    if (passesArrays(instruction) && !open.containsAll(instruction.calledComputations())) {
                        changed |= open.removeAll(instruction.calledComputations());
                    }
                }
            }
        }
        return open;
    }

    private boolean isCalledOnce(int computation) {
        var callers = module.callers(computation);
        return callers.size() == 1
                && passesArrays(callers.getFirst())
                && callers.getFirst().calledComputations().stream()
                                .filter(each -> each == computation)
                                .count()
                        == 1;
    }

    static boolean passesArrays(HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.CALL
                || instruction.opcode() == HloOpcode.WHILE
                || instruction.opcode() == HloOpcode.CONDITIONAL;
    }
}
