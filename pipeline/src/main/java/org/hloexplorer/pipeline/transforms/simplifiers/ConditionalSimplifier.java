package org.hloexplorer.pipeline.transforms.simplifiers;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.ComputationFingerprints;
import org.hloexplorer.pipeline.transforms.DeadCode;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;
import org.hloexplorer.pipeline.transforms.loops.Inlined;

/** Takes the branch that is known to be taken. */
public final class ConditionalSimplifier implements HloPass {
    private static final String KNOWN = "take-known-branch";
    private static final String SAME = "take-same-branch";

    @Override
    public String name() {
        return "simplify-conditional";
    }

    @Override
    public String summary() {
        return "takes the branch that is known to be taken, or is the same as the others";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(KNOWN, "conditional(constant, f, g) → f", Effect.EXACT),
                new RuleDescription(SAME, "conditional(p, f, f) on the same operand → f", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var fingerprints = new ComputationFingerprints(module);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Conditional conditional) {
                    simplify(computationEditor.current(instruction), conditional, computationEditor, fingerprints);
                }
            }
        }
        if (editor.commit() != module) {
            DeadCode.remove(editor);
        }
        return editor.commit();
    }

    private static void simplify(
            HloInstruction instruction,
            HloOp.Conditional conditional,
            ComputationEditor editor,
            ComputationFingerprints fingerprints) {
        if (editor.hasControlDependencies(instruction)) {
            return;
        }
        if (editor.operand(instruction, 0).op() instanceof HloOp.Constant(var choice)) {
            take(KNOWN, branch(conditional, choice), instruction, conditional, editor);
        } else if (areSame(instruction, conditional, fingerprints)) {
            take(SAME, 0, instruction, conditional, editor);
        }
    }

    /** Branch 0 is for {@code true}; an index that is out of range takes the last branch. */
    private static int branch(HloOp.Conditional conditional, Literal choice) {
        long value = choice.bitsAt(0);
        if (conditional.byPredicate()) {
            return value != 0 ? 0 : 1;
        }
        int last = conditional.branches().size() - 1;
        return 0 <= value && value <= last ? (int) value : last;
    }

    private static boolean areSame(
            HloInstruction instruction, HloOp.Conditional conditional, ComputationFingerprints fingerprints) {
        var first = fingerprints.representative(conditional.branches().getFirst());
        return IntStream.range(0, conditional.branches().size())
                .allMatch(
                        i -> fingerprints.representative(conditional.branches().get(i)) == first
                                && instruction.operandId(i + 1) == instruction.operandId(1));
    }

    private static void take(
            String rule,
            int branch,
            HloInstruction instruction,
            HloOp.Conditional conditional,
            ComputationEditor editor) {
        var body = editor.module().current(conditional.branches().get(branch));
        var argument = editor.operand(instruction, branch + 1);
        editor.rewrite(rule, instruction, () -> Inlined.copyOf(body, List.of(argument), editor));
    }
}
