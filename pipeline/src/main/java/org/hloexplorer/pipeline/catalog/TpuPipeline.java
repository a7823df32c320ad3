package org.hloexplorer.pipeline.catalog;

import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.group;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.transforms.layout.LayoutOptions;
import org.hloexplorer.pipeline.transforms.layout.LayoutTarget;

/** A pipeline for a TPU: products and convolutions in the form the systolic array takes, arrays in tiles of registers. */
final class TpuPipeline {
    private TpuPipeline() {}

    static final HloPassPipeline TPU = pipeline(
            "tpu",
            "products and convolutions in the form the array takes, layouts in tiles of 8 by 128",
            group(
                    "Pre_layout_assignment",
                    pass("flatten-call-graph"),
                    pass("sharding-remover"),
                    pass("call-inliner"),
                    pass("zero_sized_hlo_elimination"),
                    pass("batched_gather_scatter_normalizer"),
                    pass("topk-decomposer"),
                    pass("rng-bit-generator-expander"),
                    pass("cholesky_expander"),
                    pass("triangular_solve_expander"),
                    pass("comparison-expander"),
                    pass("batchnorm_expander"),
                    pass("logistic-expander"),
                    pass("scan_expander"),
                    pass("dot_dimension_sorter"),
                    pass("dot_decomposer"),
                    pass("batch-dot-simplification"),
                    pass("convolution-group-converter"),
                    pass("convolution-canonicalization")),
            fix(
                    "simplification-1",
                    pass("cse"),
                    pass("algsimp"),
                    pass("dce"),
                    pass("tuple-simplifier"),
                    pass("simplify-while-loops"),
                    pass("reshape-mover"),
                    pass("constant_folding"),
                    pass("simplify-conditional")),
            fix("simplification-3", pass("convert-mover"), pass("algsimp")),
            pass("transpose-folding"),
            pass("cse"),
            pass("layout-assignment").with(LayoutOptions.TARGET, LayoutTarget.TPU),
            pass("tpu_fusion"),
            pass("fusion"),
            pass("dce"),
            pass("cse_barrier_expander"),
            pass("tpu-tiling-rewriter"),
            group("Global_Copy_Insertion", pass("flatten-call-graph"), pass("copy-insertion"), pass("dce")),
            group("final_scheduler", pass("hlo-memory-scheduler")));
}
