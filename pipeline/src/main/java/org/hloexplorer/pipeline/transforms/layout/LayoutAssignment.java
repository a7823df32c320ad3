package org.hloexplorer.pipeline.transforms.layout;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * Decides how each array lies in memory, by constraints: the interfaces of computations are kept, then products and
 * convolutions get their operands and results as the target likes them, then what is left follows.
 *
 * <p>Layouts spread from operands to users; a transpose takes the layout in which it moves nothing. What can lie in any
 * order, being made from constants, follows its users. Where an instruction needs another layout than its operand has, a
 * copy goes in between. Each choice is reported with what asked for it and the way from there.
 */
public final class LayoutAssignment implements HloPass {

    @Override
    public String name() {
        return "layout-assignment";
    }

    @Override
    public String summary() {
        return "decides how each array lies in memory, and copies where users disagree";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(ComputationLayouts.ASSIGN, "f32[2,3]{1,0} x → f32[2,3]{0,1} x", Effect.EXACT),
                new RuleDescription(LayoutCopies.COPY, "f(x) → f(copy(x))", Effect.EXACT));
    }

    @Override
    public List<Option<?>> options() {
        return List.of(LayoutOptions.TARGET, LayoutOptions.CONVOLUTION);
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var fused = fusedComputations(module);
        var contractions =
                new ContractionWishes(context.option(LayoutOptions.TARGET), context.option(LayoutOptions.CONVOLUTION));
        for (var computation : module.computations()) {
            if (!fused.contains(computation.id())) {
                var isEntry = computation.id() == module.entryId();
                var result = isEntry
                        ? EntryLayout.result(module)
                        : EntryLayout.rowMajor(computation.root().shape());
                new ComputationLayouts(editor.edit(computation), result, isEntry, contractions).assign();
            }
        }
        return editor.commit();
    }

    private static Set<Integer> fusedComputations(HloModule module) {
        var ids = new HashSet<Integer>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Fusion fusion) {
                    ids.add(fusion.computation());
                }
            }
        }
        return ids;
    }
}
