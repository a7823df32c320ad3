package org.hloexplorer.pipeline.transforms.simplifiers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Gives every call, loop and branch computations of its own, so that later passes can change them one by one. */
public final class FlattenCallGraph implements HloPass {
    private static final String RULE = "clone-computation";

    @Override
    public String name() {
        return "flatten-call-graph";
    }

    @Override
    public String summary() {
        return "gives every call, loop and branch computations of its own";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "call f, call f → call f, call f.clone", Effect.EXACT));
    }

    /** Callers first, so that the calls in a clone are told apart as well. */
    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var called = new HashSet<Integer>();
        var open = new ArrayDeque<>(List.of(module.entryId()));
        var visited = new HashSet<Integer>();
        while (!open.isEmpty()) {
            int id = open.poll();
            if (visited.add(id)) {
                flatten(editor.edit(id), called, open);
            }
        }
        return editor.commit();
    }

    private static void flatten(ComputationEditor editor, Set<Integer> called, Deque<Integer> open) {
        for (var instruction : editor.instructions()) {
            if (callsInSequence(instruction)) {
                var callees = new ArrayList<Integer>();
                for (int callee : instruction.calledComputations()) {
                    callees.add(called.add(callee) ? callee : cloned(editor, instruction, callee, called));
                }
                if (!callees.equals(instruction.calledComputations())) {
                    editor.update(
                            editor.current(instruction).withOp(instruction.op().withCalledComputations(callees)));
                }
                open.addAll(callees);
            }
        }
    }

    private static boolean callsInSequence(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CALL, WHILE, CONDITIONAL -> true;
            default -> false;
        };
    }

    private static int cloned(ComputationEditor editor, HloInstruction caller, int callee, Set<Integer> called) {
        var module = editor.module();
        var context = editor.context();
        if (!context.isEnabled(RULE) || !context.mayRewrite(RULE, caller.id())) {
            return callee;
        }
        var original = module.current(callee);
        var clone = module.copy(original, ".clone");
        called.add(clone.id());
        context.rewritten(
                RULE, caller.id(), caller.id(), "%s calls %s instead of %s".formatted(caller, clone, original));
        return clone.id();
    }
}
