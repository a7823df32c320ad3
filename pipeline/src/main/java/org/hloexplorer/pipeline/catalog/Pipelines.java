package org.hloexplorer.pipeline.catalog;

import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.group;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineStep;
import org.hloexplorer.pipeline.transforms.HloCse;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicOptions;

/** The pipelines that can be chosen by name; a new one is added here, and nowhere else. */
public final class Pipelines {
    private Pipelines() {}

    public static final HloPassPipeline TEACHING = pipeline(
            "teaching",
            "a short pipeline that shows each idea once",
            pass("call-inliner"),
            pass("tuple-simplifier"),
            fix("simplification", pass("algsimp"), pass("constant_folding")),
            pass("cse"),
            pass("dce"),
            pass("layout-assignment"),
            pass("fusion"),
            pass("dce"));

    private static final PipelineStep CPU_SIMPLIFICATION = fix(
            "simplification",
            pass("algsimp"),
            pass("simplify-sorts"),
            pass("dce"),
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

    public static final HloPassPipeline CPU = pipeline(
            "cpu",
            "what XLA runs for the CPU, as far as this program has its passes",
            group(
                    "HLO passes through layout assignment",
                    pass("flatten-call-graph"),
                    pass("dot_decomposer"),
                    pass("zero_sized_hlo_elimination"),
                    pass("map-inline"),
                    pass("comparison-expander"),
                    pass("call-inliner"),
                    pass("batch-dot-simplification"),
                    pass("dot_decomposer"),
                    pass("batchnorm_expander"),
                    pass("logistic-expander"),
                    CPU_SIMPLIFICATION,
                    pass("transpose-folding"),
                    pass("cse"),
                    pass("while-loop-trip-count-annotator"),
                    pass("flatten-call-graph"),
                    pass("layout-assignment")),
            group(
                    "HLO passes after layout assignment",
                    pass("reshape-decomposer"),
                    pass("fusion"),
                    pass("tuple-simplifier"),
                    fix(
                            "simplification after layout assignment",
                            pass("algsimp").with(AlgebraicOptions.LAYOUT_SENSITIVE, true),
                            pass("dce"),
                            pass("cse").with(HloCse.LAYOUT_SENSITIVE, true)),
                    pass("dce")),
            group("HLO passes after scheduling", pass("cse_barrier_expander"), pass("tuple-simplifier")));

    public static final HloPassPipeline STRICT = CPU.restricted(
            "strict",
            "the passes of cpu without the rules that change values for some inputs",
            Set.of(Effect.EXACT, Effect.ROUNDING));

    public static final List<HloPassPipeline> ALL = List.of(TEACHING, CPU, STRICT);

    public static Optional<HloPassPipeline> named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
