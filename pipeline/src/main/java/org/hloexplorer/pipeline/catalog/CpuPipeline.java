package org.hloexplorer.pipeline.catalog;

import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.group;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import org.hloexplorer.pipeline.HloPassFix;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineStep;
import org.hloexplorer.pipeline.transforms.HloCse;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicOptions;

/** XLA's pipeline for the CPU, in the order of {@code cpu_compiler.cc}. */
final class CpuPipeline {
    private CpuPipeline() {}

    /** Dumps show it to have come to rest, and so to be a {@code HloPassFix}. */
    private static HloPassFix algsimp(boolean isLayoutSensitive) {
        var once = pass("algsimp").with(AlgebraicOptions.EXECUTING_ON_CPU, true);
        return fix("algsimp", isLayoutSensitive ? once.with(AlgebraicOptions.LAYOUT_SENSITIVE, true) : once);
    }

    private static PipelineStep simplification(String name) {
        return fix(
                name,
                algsimp(false),
                pass("simplify-sorts"),
                pass("dce"),
                pass("gather_expander"),
                pass("gather_simplifier"),
                pass("tree_reduction_rewriter"),
                pass("zero_sized_hlo_elimination"),
                pass("while-loop-invariant-code-motion"),
                pass("tuple-simplifier"),
                pass("while-loop-constant-sinking"),
                pass("simplify-while-loops"),
                pass("dce"),
                pass("reshape-mover"),
                pass("constant_folding"),
                pass("simplify-conditional"));
    }

    private static final HloPassPipeline THROUGH_LAYOUT_ASSIGNMENT = group(
            "HLO passes through layout assignment",
            pass("batched_gather_scatter_normalizer"),
            pass("result_caster"),
            pass("dot_decomposer"),
            pass("operand_upcaster"),
            pass("rng-bit-generator-expander"),
            pass("zero_sized_hlo_elimination"),
            pass("map-inline"),
            pass("topk-decomposer"),
            pass("comparison-expander"),
            pass("cholesky_expander"),
            pass("triangular_solve_expander"),
            pass("call-inliner"),
            pass("batch-dot-simplification"),
            pass("dot_decomposer"),
            pass("all-reduce-promotion"),
            FloatNormalizationSteps.GROUP,
            pass("batch-dot-simplification"),
            pass("convolution-group-converter"),
            pass("batchnorm_expander"),
            pass("logistic-expander"),
            pass("reduce-window-rewriter"),
            pass("scan_expander"),
            pass("convolution-canonicalization"),
            simplification("simplification"),
            pass("select_and_scatter_expander"),
            pass("scatter_expander"),
            pass("scatter_simplifier"),
            simplification("post_scatter_expansion_simplification"),
            pass("transpose-folding"),
            pass("cse"),
            pass("while-loop-trip-count-annotator"),
            pass("flatten-call-graph"),
            pass("layout-assignment"));

    private static final HloPassPipeline AFTER_LAYOUT_ASSIGNMENT = group(
            "HLO passes after layout assignment",
            pass("reshape-decomposer"),
            pass("fusion"),
            pass("tuple-simplifier"),
            fix(
                    "simplification after layout assignment",
                    algsimp(true),
                    pass("dce"),
                    pass("cse").with(HloCse.LAYOUT_SENSITIVE, true)),
            pass("cpu-parallel-task-assigner"),
            pass("dce"),
            pass("optimize_input_output_buffer_alias"),
            pass("copy-insertion"),
            pass("dce"));

    static final HloPassPipeline CPU = pipeline(
            "cpu",
            "what XLA runs for the CPU, as far as this program has its passes",
            group("sharding-removal", pass("flatten-call-graph"), pass("sharding-remover"), pass("dce")),
            THROUGH_LAYOUT_ASSIGNMENT,
            AFTER_LAYOUT_ASSIGNMENT,
            pass("hlo-memory-scheduler"),
            group("HLO passes after scheduling", pass("cse_barrier_expander"), pass("tuple-simplifier")));
}
