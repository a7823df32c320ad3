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

/** Makes one kernel with several results of kernels that read the same, or of which one reads the other. */
public final class MultiOutputFusion implements HloPass {

    @Override
    public String name() {
        return "multi_output_fusion";
    }

    @Override
    public String summary() {
        return "makes one kernel with several results of kernels that read the same array";
    }

    @Override
    public List<Option<?>> options() {
        return GpuFusionOptions.ALL;
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(SharedKernels.SIBLINGS, "f(x), g(x) → (f, g)(x)", Effect.EXACT),
                new RuleDescription(SharedKernels.PRODUCER, "f(x), g(f(x)) → (f, g)(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var options = GpuFusionOptions.of(context);
        for (var computation : KernelComputations.of(module)) {
            new SharedKernels(new FusionGraph(editor.edit(computation)), options).run();
        }
        return editor.commit();
    }
}
