package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.WHILE;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.DeadCode;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Removes loops that never run, unrolls those that run once, and drops what loops only carry along. */
public final class WhileLoopSimplifier implements HloPass {
    private static final String NEVER = "remove-loop-that-never-runs";
    private static final String ONCE = "inline-loop-that-runs-once";
    private static final String UNUSED = "drop-unused-loop-element";

    @Override
    public String name() {
        return "simplify-while-loops";
    }

    @Override
    public String summary() {
        return "removes loops that never run, unrolls those that run once, drops what is only carried along";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(NEVER, "while(x) that never runs → x", Effect.EXACT),
                new RuleDescription(ONCE, "while(x) that runs once → body(x)", Effect.EXACT),
                new RuleDescription(UNUSED, "while((x, unused)) → while((x))", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.opcode() == WHILE && computationEditor.contains(instruction.id())) {
                    simplify(computationEditor.current(instruction), computationEditor);
                }
            }
        }
        if (editor.commit() != module) {
            DeadCode.remove(editor);
        }
        return editor.commit();
    }

    private static void simplify(HloInstruction loop, ComputationEditor editor) {
        if (editor.hasControlDependencies(loop) || editor.module().sideEffects().of(loop)) {
            return;
        }
        var trips = WhileTripCount.of(loop, editor).map(WhileTripCount::trips).orElse(-1L);
        if (trips == 0) {
            editor.rewrite(NEVER, loop, () -> editor.operand(loop, 0));
        } else if (trips == 1) {
            var body = editor.module().current(((HloOp.While) loop.op()).body());
            editor.rewrite(ONCE, loop, () -> Inlined.copyOf(body, List.of(editor.operand(loop, 0)), editor));
        } else {
            dropUnused(loop, editor);
        }
    }

    private static void dropUnused(HloInstruction loop, ComputationEditor editor) {
        var kept = new UnusedElements(loop, editor).kept();
        if (kept.isPresent()) {
            editor.rewrite(UNUSED, loop, () -> new NarrowedLoop(loop, kept.get(), editor).build());
        }
    }
}
