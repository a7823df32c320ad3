package org.hloexplorer.pipeline.transforms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * Puts the bodies of called computations in the place of the calls.
 *
 * <p>The last call of a computation takes its instructions as they are, under their ids; others get copies.
 */
public final class CallInliner implements HloPass {
    private static final String RULE = "inline-call";

    @Override
    public String name() {
        return "call-inliner";
    }

    @Override
    public String summary() {
        return "puts the body of a called computation in the place of the call";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "call(x), to_apply=f → f(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var references = new References(module);
        for (var computation : module.computations()) {
            var caller = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Call call) {
                    inline(caller.current(instruction), call, caller, references);
                }
            }
        }
        if (editor.commit() != module) {
            DeadCode.remove(editor);
        }
        return editor.commit();
    }

    private static void inline(HloInstruction call, HloOp.Call op, ComputationEditor caller, References references) {
        var context = caller.context();
        if (op.isComposite()
                || "false".equals(call.annotations().frontendAttributes().get("inlineable"))) {
            context.declined(RULE, call.id(), call.name(), reasonToKeep(op), List.of());
        } else if (caller.hasControlDependencies(call)) {
            context.declined(RULE, call.id(), call.name(), "control dependencies hold it in its place", List.of());
        } else {
            var body = caller.module().current(op.toApply());
            caller.rewrite(RULE, call, () -> bodyOf(call, body, caller, references));
        }
    }

    private static String reasonToKeep(HloOp.Call op) {
        return op.isComposite()
                ? "it is a composite, which a later pass knows as a whole"
                : "its frontend attributes say inlineable=\"false\"";
    }

    private static HloInstruction bodyOf(
            HloInstruction call, HloComputation body, ComputationEditor caller, References references) {
        boolean isLast = references.removeOne(body.id());
        var module = caller.module();
        var ids = new HashMap<Integer, Integer>();
        for (var instruction : body.instructions()) {
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                ids.put(instruction.id(), call.operandId(number));
                continue;
            }
            var inlined =
                    isLast ? instruction : instruction.copiedAs(module.newId(), module.newName(instruction.name()));
            ids.put(instruction.id(), inlined.id());
            caller.insert(ModuleEditor.renumbered(withCallersName(inlined, call), ids));
        }
        if (isLast) {
            module.remove(body.id());
        } else {
            references.addAllIn(body);
        }
        return caller.instruction(Objects.requireNonNull(ids.get(body.rootId())));
    }

    /** The name an operation has in the user's program begins with those of the calls it is in. */
    private static HloInstruction withCallersName(HloInstruction inlined, HloInstruction call) {
        var prefix = call.annotations().metadata().opName();
        if (prefix == null) {
            return inlined;
        }
        var own = inlined.annotations().metadata();
        var name = own.opName() == null ? prefix : prefix + "/" + own.opName();
        return inlined.withAnnotations(inlined.annotations().withMetadata(renamed(own, name)));
    }

    private static OpMetadata renamed(OpMetadata metadata, String name) {
        return new OpMetadata(
                metadata.opType(),
                name,
                metadata.sourceFile(),
                metadata.sourceLine(),
                metadata.sourceEndLine(),
                metadata.sourceColumn(),
                metadata.sourceEndColumn(),
                metadata.stackFrameId(),
                metadata.otherText());
    }

    /** How many instructions refer to each computation. */
    private static final class References {
        private final Map<Integer, Integer> counts = new HashMap<>();

        References(HloModule module) {
            module.computations().forEach(this::addAllIn);
            counts.merge(module.entryId(), 1, Integer::sum);
        }

        void addAllIn(HloComputation computation) {
            for (var instruction : computation.instructions()) {
                instruction.calledComputations().forEach(id -> counts.merge(id, 1, Integer::sum));
            }
        }

        /** Takes one reference away; whether it was the last. */
        boolean removeOne(int id) {
            return counts.merge(id, -1, Integer::sum) == 0;
        }
    }
}
