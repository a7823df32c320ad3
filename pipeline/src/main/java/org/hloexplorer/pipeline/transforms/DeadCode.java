package org.hloexplorer.pipeline.transforms;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Finds and removes what nothing uses; some passes tidy up behind themselves with it. */
public final class DeadCode {
    private static final String INSTRUCTION = "dead-instruction";
    private static final String COMPUTATION = "dead-computation";

    public static final List<RuleDescription> RULES = List.of(
            new RuleDescription(INSTRUCTION, "an instruction without users → nothing", Effect.EXACT),
            new RuleDescription(COMPUTATION, "a computation without callers → nothing", Effect.EXACT));

    private DeadCode() {}

    public static void remove(ModuleEditor editor) {
        var current = editor.commit();
        current.computations().forEach(computation -> removeInstructions(editor.edit(computation.id())));
        removeComputations(editor.commit(), editor);
    }

    private static void removeInstructions(ComputationEditor editor) {
        for (var instruction : editor.instructions().reversed()) {
            if (editor.isDead(editor.current(instruction))) {
                editor.removeDead(INSTRUCTION, instruction);
            }
        }
    }

    private static void removeComputations(HloModule module, ModuleEditor editor) {
        var reached = reachable(module);
        for (var computation : module.computations().reversed()) {
            if (!reached.contains(computation.id())) {
                editor.removeUncalled(COMPUTATION, computation);
            }
        }
    }

    private static Set<Integer> reachable(HloModule module) {
        var reached = new HashSet<>(Set.of(module.entryId()));
        var open = new ArrayDeque<>(List.of(module.entryId()));
        while (!open.isEmpty()) {
            for (var instruction : module.computation(open.pop()).instructions()) {
                for (int callee : instruction.calledComputations()) {
                    if (reached.add(callee)) {
                        open.push(callee);
                    }
                }
            }
        }
        return reached;
    }
}
