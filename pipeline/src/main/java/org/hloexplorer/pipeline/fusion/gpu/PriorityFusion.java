package org.hloexplorer.pipeline.fusion.gpu;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.FusionWishes;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Fuses the producer that wins the most time first, by XLA's model of a GPU. */
public final class PriorityFusion implements HloPass {

    @Override
    public String name() {
        return "priority-fusion";
    }

    @Override
    public String summary() {
        return "fuses, of all producers, the one that saves the most time on a GPU, until none saves any";
    }

    @Override
    public List<Option<?>> options() {
        return Stream.concat(GpuFusionOptions.ALL.stream(), FusionWishes.ALL.stream())
                .toList();
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(
                        ProducerFusion.RULE, "consumer(producer(x)) → fusion(x), for all consumers", Effect.EXACT),
                new RuleDescription(
                        ProducerFusion.CONSTANT_RULE, "f(constant) → fusion(), constant inside", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var options = GpuFusionOptions.of(context);
        for (var computation : KernelComputations.of(module)) {
            new ProducerFusion(new FusionGraph(editor.edit(computation)), options).run();
        }
        return editor.commit();
    }
}
