package org.hloexplorer.pipeline.catalog;

import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.group;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.transforms.HloCse;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicOptions;
import org.hloexplorer.pipeline.transforms.layout.LayoutOptions;
import org.hloexplorer.pipeline.transforms.layout.LayoutTarget;

/** XLA's pipelines for GPUs, in the order of {@code gpu_compiler.cc}: today's, and that of 2024 for old dumps. */
final class GpuPipeline {
    private GpuPipeline() {}

    private static final PassStep LAYOUT_SENSITIVE_ALGSIMP =
            pass("algsimp").with(AlgebraicOptions.LAYOUT_SENSITIVE, true);

    private static final HloPassPipeline PRE_PARTITIONER = group(
            "pre-spmd-partitioner",
            pass("flatten-call-graph"),
            pass("call-inliner"),
            pass("zero_sized_hlo_elimination"),
            pass("topk-decomposer"));

    private static final HloPassPipeline SHARDING_REMOVAL =
            group("sharding-removal", pass("sharding-remover"), pass("dce"));

    private static final HloPassPipeline OPTIMIZATION = group(
            "optimization",
            pass("batched_gather_scatter_normalizer"),
            pass("dot_dimension_sorter"),
            pass("dot_decomposer"),
            pass("result_caster"),
            pass("operand_upcaster"),
            pass("rng-bit-generator-expander"),
            pass("comparison-expander"),
            pass("zero_sized_hlo_elimination"),
            pass("select_and_scatter_expander"),
            pass("cholesky_expander"),
            pass("triangular_solve_expander"),
            pass("call-inliner"),
            pass("batchnorm_expander"),
            pass("logistic-expander"),
            pass("reduce-window-rewriter"),
            pass("scan_expander"),
            pass("stable-sort-expander"),
            fix(
                    "simplification",
                    pass("zero_sized_hlo_elimination"),
                    pass("gather_simplifier"),
                    pass("gather_expander"),
                    pass("scatter_simplifier"),
                    pass("scatter_expander"),
                    pass("dot-strength-reduction"),
                    pass("algsimp"),
                    pass("simplify-sorts"),
                    pass("tuple-simplifier"),
                    pass("while-loop-constant-sinking"),
                    pass("simplify-while-loops"),
                    pass("slice-sinker"),
                    pass("reshape-mover"),
                    pass("constant_folding"),
                    pass("simplify-conditional"),
                    pass("transpose-folding"),
                    pass("cse"),
                    pass("dce")),
            pass("dot-merger"),
            pass("transpose-folding"),
            fix("simplification-2", pass("convert-mover"), pass("algsimp")),
            pass("computation-deduplicator"));

    private static final HloPassPipeline COLLECTIVES = group(
            "collective-optimizations",
            pass("all-reduce-simplifier"),
            pass("dce"),
            pass("algsimp"),
            pass("all-reduce-promotion"),
            pass("dce"),
            pass("while-loop-trip-count-annotator"));

    private static final HloPassPipeline CONVOLUTIONS = group(
            "conv_canonicalization",
            pass("float-normalization-bf16"),
            pass("call-inliner"),
            pass("tuple-simplifier"),
            fix("algsimp", pass("algsimp")),
            pass("constant_folding"));

    private static final HloPassPipeline LAYOUTS = group(
            "layout assignment",
            pass("flatten-call-graph"),
            pass("layout-assignment").with(LayoutOptions.TARGET, LayoutTarget.GPU),
            pass("optimize_input_output_buffer_alias"));

    private static final HloPassPipeline NORMALIZATION = group(
            "layout normalization",
            pass("reshape-decomposer"),
            pass("move_copy_to_users"),
            pass("layout_normalization"),
            fix("algsimp", LAYOUT_SENSITIVE_ALGSIMP),
            pass("broadcast_canonicalizer"),
            pass("scatter_simplifier"));

    private static final HloPassPipeline REDUCTIONS = group(
            "hlo normalization",
            LAYOUT_SENSITIVE_ALGSIMP,
            pass("transpose-folding"),
            pass("reshape-decomposer"),
            pass("reduce-decomposer"),
            pass("layout_normalization"),
            LAYOUT_SENSITIVE_ALGSIMP,
            pass("scatter_simplifier"),
            pass("broadcast_canonicalizer"),
            pass("reduction-degenerate-dim-remover"),
            pass("reduction-layout-normalizer"),
            pass("reduction-dimension-grouper"),
            pass("reduction-splitter"));

    private static final HloPassPipeline POST_LAYOUT = group(
            "post-layout_assignment",
            FloatNormalizationSteps.GROUP,
            pass("simplify-fp-conversions"),
            pass("reshape-decomposer"),
            pass("layout_normalization"),
            pass("scatter_simplifier"),
            pass("tuple-simplifier"),
            fix("algsimp", LAYOUT_SENSITIVE_ALGSIMP),
            pass("simplify-fp-conversions"),
            pass("cse").with(HloCse.LAYOUT_SENSITIVE, true));

    private static final HloPassPipeline POST_FUSION = group(
            "post-fusion optimization",
            pass("dce"),
            pass("tuple-simplifier"),
            LAYOUT_SENSITIVE_ALGSIMP,
            pass("computation-deduplicator"));

    private static final HloPassPipeline SCHEDULING = group(
            "pre-scheduling-passes",
            pass("dce"),
            pass("loop-schedule-linearizer"),
            pass("copy-insertion"),
            pass("cse_barrier_expander"),
            pass("fusion-wrapper"),
            pass("hlo-memory-scheduler"));

    static final HloPassPipeline GPU = pipeline(
            "gpu",
            "what XLA runs for GPUs, as far as this program has its passes",
            PRE_PARTITIONER,
            SHARDING_REMOVAL,
            OPTIMIZATION,
            COLLECTIVES,
            CONVOLUTIONS,
            LAYOUTS,
            NORMALIZATION,
            REDUCTIONS,
            POST_LAYOUT,
            group(
                    "fusion",
                    pass("variadic-op-splitter"),
                    pass("priority-fusion"),
                    pass("cse").with(HloCse.LAYOUT_SENSITIVE, true),
                    pass("dce"),
                    pass("multi_output_fusion"),
                    pass("cse").with(HloCse.LAYOUT_SENSITIVE, true),
                    pass("dce")),
            POST_FUSION,
            SCHEDULING);

    /** Until the end of October 2024 instructions were fused edge by edge, and the fusions merged. */
    static final HloPassPipeline GPU_2024 = pipeline(
            "gpu-2024",
            "what XLA ran for GPUs until October 2024, with fusion edge by edge, for reading old dumps",
            PRE_PARTITIONER,
            SHARDING_REMOVAL,
            OPTIMIZATION,
            COLLECTIVES,
            CONVOLUTIONS,
            LAYOUTS,
            NORMALIZATION,
            REDUCTIONS,
            POST_LAYOUT,
            group(
                    "fusion",
                    pass("variadic-op-splitter"),
                    pass("gpu-instruction-fusion"),
                    pass("fusion_merger"),
                    pass("multi_output_fusion"),
                    pass("cse").with(HloCse.LAYOUT_SENSITIVE, true),
                    pass("dce")),
            POST_FUSION,
            SCHEDULING);
}
