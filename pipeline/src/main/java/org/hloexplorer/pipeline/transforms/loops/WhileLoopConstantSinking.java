package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.BROADCAST;
import static org.hloexplorer.hlo.HloOpcode.CONSTANT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Puts constants that a loop only carries along into its body and condition, where they can be folded. */
public final class WhileLoopConstantSinking implements HloPass {
    private static final String RULE = "sink-constant-into-loop";

    @Override
    public String name() {
        return "while-loop-constant-sinking";
    }

    @Override
    public String summary() {
        return "puts constants that a loop only carries along into its body";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "while((…, c)) with c unchanged → c inside the body", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.While loop && isOnlyCaller(loop, module)) {
                    sink(computationEditor.current(instruction), loop, computationEditor);
                }
            }
        }
        return editor.commit();
    }

    private static boolean isOnlyCaller(HloOp.While loop, HloModule module) {
        return module.callers(loop.body()).size() == 1
                && module.callers(loop.condition()).size() == 1;
    }

    private static void sink(HloInstruction loop, HloOp.While op, ComputationEditor editor) {
        var init = editor.operand(loop, 0);
        var body = editor.module().edit(op.body());
        if (init.opcode() != TUPLE || body.root().opcode() != TUPLE) {
            return;
        }
        for (int i = 0; i < init.operandCount(); i++) {
            var value = editor.operand(init, i);
            if (isConstant(value, editor) && passesThrough(body, i)) {
                replace(body, i, value, editor);
                replace(editor.module().edit(op.condition()), i, value, editor);
            }
        }
    }

    private static boolean isConstant(HloInstruction value, ComputationEditor editor) {
        return switch (value.opcode()) {
            case CONSTANT -> value.shape() instanceof Shape.Array;
            case BROADCAST -> editor.operand(value, 0).opcode() == CONSTANT;
            default -> false;
        };
    }

    private static boolean passesThrough(ComputationEditor body, int index) {
        return WhileTripCount.element(body.commit(), body.operand(body.root(), index))
                .filter(each -> each == index)
                .isPresent();
    }

    private static void replace(ComputationEditor inner, int index, HloInstruction value, ComputationEditor outer) {
        for (var element : inner.instructions()) {
            boolean isElement = WhileTripCount.element(inner.commit(), element)
                    .filter(each -> each == index)
                    .isPresent();
            if (isElement && inner.contains(element.id()) && isUsedOtherwise(element, inner)) {
                sinkInto(inner, element, value, outer);
            }
        }
    }

    private static boolean isUsedOtherwise(HloInstruction element, ComputationEditor inner) {
        return inner.users(element).stream().anyMatch(user -> !inner.isRoot(user)) || inner.isRoot(element);
    }

    /** All users but the root get the constant; the root goes on passing the element through. */
    private static void sinkInto(
            ComputationEditor inner, HloInstruction element, HloInstruction value, ComputationEditor outer) {
        var context = inner.context();
        if (!context.isEnabled(RULE) || !context.mayRewrite(RULE, element.id())) {
            return;
        }
        var copy = copied(inner, value, outer);
        for (var user : inner.users(element)) {
            if (!inner.isRoot(user)) {
                inner.update(user.replacingOperand(element.id(), copy.id()));
            }
        }
        context.rewritten(RULE, element.id(), copy.id(), "%s is always %s".formatted(element, copy));
    }

    private static HloInstruction copied(ComputationEditor inner, HloInstruction value, ComputationEditor outer) {
        if (value.opcode() != BROADCAST) {
            return inner.addNamed(value.name(), value.op(), value.shape());
        }
        var scalar = outer.operand(value, 0);
        var constant = inner.addNamed(scalar.name(), scalar.op(), scalar.shape());
        return inner.addNamed(value.name(), value.op(), value.shape(), constant);
    }
}
