package org.hloexplorer.pipeline.fusion;

import java.util.List;

/** Has products and convolutions end in the elementwise operations that follow them, as the dumps of XLA for TPUs show. */
public final class TpuFusion {
    private TpuFusion() {}

    public static final EdgeFusion PASS = new EdgeFusion(
            "tpu_fusion",
            "ends products and convolutions with the elementwise operations that follow, before the result is stored",
            List.of(TpuFusionChecks.PRODUCTS),
            KernelComputations::of,
            (graph, context) -> new TpuFusionChecks(graph, context.option(TpuFusionChecks.PRODUCTS)));
}
