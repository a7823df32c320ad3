package org.hloexplorer.pipeline.fusion.gpu;

import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.LoopResources;
import org.hloexplorer.pipeline.fusion.Region;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * What fusion thinks a kernel takes of a GPU before there is code.
 *
 * @param sharedBytes by XLA's estimate, which its budget for fusions is made of: a tile per reduction and transpose
 * @param values that one item holds at a time, at most: a lower bound of its registers
 */
public record KernelEstimate(long sharedBytes, int values) {

    public static KernelEstimate of(HloModule module, HloComputation computation, HloInstruction kernel) {
        var editor = new ModuleEditor(module, PassLog.unrestricted()).edit(computation);
        var region = Region.of(new FusionGraph(editor), kernel);
        var facts = KernelFacts.of(region, GpuDevice.OPTION.defaultValue());
        return new KernelEstimate(facts.sharedBytes(), LoopResources.of(region).registers());
    }
}
