package org.hloexplorer.pipeline.transforms.layout;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * Decides how each array lies in memory, by constraints on buffers, operands and the interfaces of computations.
 *
 * <p>Constraints are carried on in depth-first order, to operands and to users: a transpose takes the layout in which it
 * moves nothing, what goes over all its arrays in one order passes it on. Where two differ, what is mandatory wins over
 * what is not, then the higher priority, which is the number of the round, and then what came first; the loser is met by a
 * copy. There are two rounds: in the first, each loop body, branch and function chooses for itself; in the second it has
 * to keep to what it and its caller agreed on. Each choice is reported with what asked for it and the way from there.
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
                new RuleDescription(LayoutWriter.ASSIGN, "f32[2,3]{1,0} x → f32[2,3]{0,1} x", Effect.EXACT),
                new RuleDescription(LayoutCopies.COPY, "f(x) → f(copy(x))", Effect.EXACT));
    }

    @Override
    public List<Option<?>> options() {
        return List.of(LayoutOptions.TARGET, LayoutOptions.CONVOLUTION);
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var contractions =
                new ContractionWishes(context.option(LayoutOptions.TARGET), context.option(LayoutOptions.CONVOLUTION));
        for (var layouts : ComputationLayouts.of(module, contractions)) {
            new LayoutWriter(editor.edit(layouts.computation()), layouts).write();
        }
        return editor.commit();
    }
}
