package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.WHILE;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Notes on loops how often they run, where that is known. */
public final class WhileLoopTripCountAnnotator implements HloPass {
    private static final String RULE = "annotate-trip-count";

    @Override
    public String name() {
        return "while-loop-trip-count-annotator";
    }

    @Override
    public String summary() {
        return "notes on loops how often they run, where that is known";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(
                RULE, "while → while, backend_config={\"known_trip_count\":{\"n\":\"…\"}}", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.opcode() == WHILE && instruction.annotations().backendConfig() == null) {
                    annotate(instruction, computationEditor);
                }
            }
        }
        return editor.commit();
    }

    private static void annotate(HloInstruction loop, ComputationEditor editor) {
        var context = editor.context();
        var count = WhileTripCount.of(loop, editor);
        if (count.isEmpty()) {
            context.declined(
                    RULE, loop.id(), loop.name(), "it does not count from a constant to a constant", List.of());
        } else if (context.isEnabled(RULE) && context.mayRewrite(RULE, loop.id())) {
            var annotations = loop.annotations().withBackendConfig(config(count.get()));
            editor.update(editor.current(loop).withAnnotations(annotations));
            context.rewritten(
                    RULE,
                    loop.id(),
                    loop.id(),
                    "%s runs %d times".formatted(loop, count.get().trips()));
        }
    }

    private static String config(WhileTripCount count) {
        return ("{\"known_trip_count\":{\"n\":\"%d\"},\"known_init_step\":{\"init\":\"%d\",\"step\":\"%d\"},"
                        + "\"known_induction_variable\":{\"tuple_index\":\"%d\"},\"dynamic_variable_tuple_indices\":[]}")
                .formatted(count.trips(), count.init(), count.step(), count.index());
    }
}
