package org.hloexplorer.pipeline.transforms;

import java.util.List;
import java.util.function.Function;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** One walk over a computation, operands first, that applies at most one rule to each instruction. */
final class RuleSweep {
    private RuleSweep() {}

    /** Tries, at each instruction, the rules that {@code rulesFor} gives, in that order. */
    static void over(ComputationEditor editor, Function<HloInstruction, List<RewriteRule>> rulesFor) {
        for (var visited : editor.instructions()) {
            if (editor.context().isExhausted()) {
                return;
            }
            if (editor.contains(visited.id())) {
                applyFirst(editor, editor.current(visited), rulesFor);
            }
        }
    }

    private static void applyFirst(
            ComputationEditor editor,
            HloInstruction instruction,
            Function<HloInstruction, List<RewriteRule>> rulesFor) {
        for (var rule : rulesFor.apply(instruction)) {
            if (editor.apply(rule, instruction)) {
                return;
            }
        }
    }
}
