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
import org.hloexplorer.pipeline.fusion.InstructionFusion;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Fusion for GPUs edge by edge, as it was until October 2024; dumps of that time call it {@code fusion} too. */
public final class GpuInstructionFusion implements HloPass {

    @Override
    public String name() {
        return "gpu-instruction-fusion";
    }

    @Override
    public String summary() {
        return "fuses edge by edge for a GPU, as XLA did until October 2024, when dumps called it fusion";
    }

    @Override
    public List<Option<?>> options() {
        return Stream.concat(GpuFusionOptions.ALL.stream(), FusionWishes.ALL.stream())
                .toList();
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(InstructionFusion.RULE, "consumer(producer(x)) → fusion(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var options = GpuFusionOptions.of(context);
        for (var computation : KernelComputations.of(module)) {
            var graph = new FusionGraph(editor.edit(computation));
            new InstructionFusion(graph, new EdgeFusionChecks(graph, options)).run();
        }
        return editor.commit();
    }
}
