package org.hloexplorer.pipeline.transforms.simplifiers;

import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.ComputationFingerprints;
import org.hloexplorer.pipeline.transforms.DeadCode;

/** Lets calls of computations that do the same call the same one. */
public final class ComputationDeduplicator implements HloPass {
    private static final String RULE = "share-computation";

    @Override
    public String name() {
        return "computation-deduplicator";
    }

    @Override
    public String summary() {
        return "lets calls of computations that do the same call the same one";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(RULE, "call f, call g, where f and g do the same → call f, call f", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var fingerprints = new ComputationFingerprints(module);
        for (var computation : module.computations()) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                share(instruction, fingerprints, computationEditor);
            }
        }
        if (editor.commit() != module) {
            DeadCode.remove(editor);
        }
        return editor.commit();
    }

    private static void share(
            HloInstruction instruction, ComputationFingerprints fingerprints, ComputationEditor editor) {
        var callees = instruction.calledComputations();
        var shared = callees.stream().map(fingerprints::representative).toList();
        var context = editor.context();
        if (shared.equals(callees) || !context.isEnabled(RULE) || !context.mayRewrite(RULE, instruction.id())) {
            return;
        }
        editor.update(editor.current(instruction).withOp(instruction.op().withCalledComputations(shared)));
        context.rewritten(
                RULE,
                instruction.id(),
                instruction.id(),
                "%s calls %s instead of %s".formatted(instruction, names(shared, editor), names(callees, editor)));
    }

    private static String names(List<Integer> ids, ComputationEditor editor) {
        return ids.stream()
                .map(id -> editor.module().module().computation(id).toString())
                .collect(Collectors.joining(", "));
    }
}
