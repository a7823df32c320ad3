package org.hloexplorer.pipeline.transforms;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Removes instructions whose values nothing needs, and computations that nothing calls. */
public final class HloDce implements HloPass {
    private static final String INSTRUCTION = "dead-instruction";
    private static final String COMPUTATION = "dead-computation";

    @Override
    public String name() {
        return "dce";
    }

    @Override
    public String summary() {
        return "removes instructions and computations that nothing uses";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(INSTRUCTION, "an instruction without users → nothing", Effect.EXACT),
                new RuleDescription(COMPUTATION, "a computation without callers → nothing", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        module.computations().forEach(computation -> removeInstructions(editor.edit(computation)));
        removeComputations(editor.commit(), editor);
        return editor.commit();
    }

    private static void removeInstructions(ComputationEditor editor) {
        for (var instruction : editor.base().instructions().reversed()) {
            if (editor.isDead(editor.instruction(instruction.id()))) {
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
