package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;

/** Loops and branches. */
final class ControlFlow {
    private final Evaluation evaluation;

    ControlFlow(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /** Asks the condition before each iteration; a trip count written beside the loop is not believed. */
    Literal loop(HloModule module, HloOp.While loop, Literal initial) {
        var condition = module.computation(loop.condition());
        var body = module.computation(loop.body());
        var state = initial;
        while (evaluation.evaluate(module, condition, List.of(state)).bitsAt(0) != 0) {
            state = evaluation.evaluate(module, body, List.of(state));
        }
        return state;
    }

    /** An index that names no branch takes the last. */
    Literal branch(HloModule module, HloOp.Conditional conditional, List<Literal> operands) {
        long choice = operands.getFirst().bitsAt(0);
        int last = conditional.branches().size() - 1;
        int branch =
                conditional.byPredicate() ? (choice != 0 ? 0 : 1) : choice >= 0 && choice <= last ? (int) choice : last;
        var computation = module.computation(conditional.branches().get(branch));
        return evaluation.evaluate(module, computation, List.of(operands.get(branch + 1)));
    }
}
