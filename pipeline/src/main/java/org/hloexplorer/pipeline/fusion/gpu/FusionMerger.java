package org.hloexplorer.pipeline.fusion.gpu;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Merges a fusion into all its users where that saves time, as XLA did for GPUs until October 2024. */
public final class FusionMerger implements HloPass {

    @Override
    public String name() {
        return "fusion_merger";
    }

    @Override
    public String summary() {
        return "merges a fusion into all that use it where that is not slower";
    }

    @Override
    public List<Option<?>> options() {
        return GpuFusionOptions.ALL;
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(MergedFusions.RULE, "g(fusion(x)) → fusion(x), for all g", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var options = GpuFusionOptions.of(context);
        for (var computation : KernelComputations.of(module)) {
            new MergedFusions(new FusionGraph(editor.edit(computation)), options).run();
        }
        return editor.commit();
    }
}
