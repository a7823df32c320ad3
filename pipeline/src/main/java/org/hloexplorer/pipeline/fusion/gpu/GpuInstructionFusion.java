package org.hloexplorer.pipeline.fusion.gpu;

import org.hloexplorer.pipeline.fusion.EdgeFusion;
import org.hloexplorer.pipeline.fusion.KernelComputations;

/** Fusion for GPUs edge by edge, as it was until October 2024; dumps of that time call it {@code fusion} too. */
public final class GpuInstructionFusion {
    private GpuInstructionFusion() {}

    public static final EdgeFusion PASS = new EdgeFusion(
            "gpu-instruction-fusion",
            "fuses edge by edge for a GPU, as XLA did until October 2024, when dumps called it fusion",
            GpuFusionOptions.ALL,
            KernelComputations::of,
            (graph, context) -> new EdgeFusionChecks(graph, GpuFusionOptions.of(context)));
}
