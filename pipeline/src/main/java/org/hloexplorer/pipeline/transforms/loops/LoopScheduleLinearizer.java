package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.DYNAMIC_UPDATE_SLICE;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
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

/**
 * Lets loops read what they carry before they update it, by control dependencies.
 *
 * <p>Then the update can happen in place; otherwise the old value would have to be copied.
 */
public final class LoopScheduleLinearizer implements HloPass {
    private static final String RULE = "read-before-update";

    @Override
    public String name() {
        return "loop-schedule-linearizer";
    }

    @Override
    public String summary() {
        return "lets loops read what they carry before they update it in place";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(RULE, "f(x), dynamic-update-slice(x, …) → the same, f(x) first", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var seen = new HashSet<Integer>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.While(int _, int body) && seen.add(body)) {
                    linearize(editor.edit(body));
                }
            }
        }
        return editor.commit();
    }

    private static void linearize(ComputationEditor body) {
        if (body.root().opcode() != TUPLE) {
            return;
        }
        for (int i = 0; i < body.root().operandCount(); i++) {
            var update = body.operand(body.root(), i);
            if (update.opcode() == DYNAMIC_UPDATE_SLICE && isCarried(body.operand(update, 0), i, body)) {
                order(body.operand(update, 0), update, body);
            }
        }
    }

    private static boolean isCarried(HloInstruction value, int index, ComputationEditor body) {
        return value.op() instanceof HloOp.GetTupleElement(int element)
                && element == index
                && body.operand(value, 0).op() instanceof HloOp.Parameter;
    }

    private static void order(HloInstruction value, HloInstruction update, ComputationEditor body) {
        var context = body.context();
        for (var reader : body.users(value)) {
            var now = body.current(update);
            if (reader.id() == update.id()
                    || body.isRoot(reader)
                    || now.annotations().controlPredecessors().contains(reader.id())) {
                continue;
            }
            if (dependsOn(reader, update, body)) {
                context.declined(
                        RULE,
                        update.id(),
                        update.name(),
                        "%s reads the old value, but needs the new one as well".formatted(reader),
                        List.of());
            } else if (context.isEnabled(RULE) && context.mayRewrite(RULE, update.id())) {
                var predecessors = new ArrayList<>(now.annotations().controlPredecessors());
                predecessors.add(reader.id());
                body.update(now.withAnnotations(now.annotations().withControlPredecessors(predecessors)));
                context.rewritten(RULE, update.id(), update.id(), "%s runs before %s".formatted(reader, update));
            }
        }
    }

    private static boolean dependsOn(HloInstruction reader, HloInstruction update, ComputationEditor body) {
        var seen = new HashSet<Integer>();
        var next = new ArrayDeque<>(List.of(reader));
        while (!next.isEmpty()) {
            var instruction = next.pop();
            if (instruction.id() == update.id()) {
                return true;
            }
            for (var operand : body.operands(instruction)) {
                if (seen.add(operand.id())) {
                    next.push(operand);
                }
            }
        }
        return false;
    }
}
