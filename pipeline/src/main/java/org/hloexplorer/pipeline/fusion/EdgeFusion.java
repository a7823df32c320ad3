package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * A pass that fuses producers into consumers, edge by edge from the results backwards; what may go into what is up to
 * the checks of a target.
 *
 * @param knobs what the checks read
 * @param computations those in which something may be fused
 */
public record EdgeFusion(
        String name,
        String summary,
        List<Option<?>> knobs,
        Function<HloModule, List<HloComputation>> computations,
        Target target)
        implements HloPass {

    /** What a target allows. */
    @FunctionalInterface
    public interface Target {
        FusionChecks checks(FusionGraph graph, PassContext context);
    }

    public EdgeFusion {
        knobs = List.copyOf(knobs);
    }

    @Override
    public List<Option<?>> options() {
        return Stream.of(knobs, CopyBudget.ALL, FusionWishes.ALL)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(InstructionFusion.RULE, "consumer(producer(x)) → fusion(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : computations.apply(module)) {
            in(editor.edit(computation)).run();
        }
        return editor.commit();
    }

    /** The pass at work in one computation. */
    InstructionFusion in(ComputationEditor computation) {
        var graph = new FusionGraph(computation);
        return new InstructionFusion(graph, target.checks(graph, computation.context()));
    }
}
