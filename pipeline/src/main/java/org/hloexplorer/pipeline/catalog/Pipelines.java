package org.hloexplorer.pipeline.catalog;

import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPassPipeline;

/** The pipelines that can be chosen by name; a new one is added here, and nowhere else. */
public final class Pipelines {
    private Pipelines() {}

    public static final HloPassPipeline TEACHING =
            lesson("teaching", "a short pipeline that shows each idea once", "fusion");

    private static final HloPassPipeline GREEDY =
            lesson("greedy", "teaching, with all fused that can be fused: shows what spills", "greedy-fusion");

    private static final HloPassPipeline BY_RESOURCES = lesson(
            "resources", "teaching, with fusion as long as registers and fast memory suffice", "resource-fusion");

    private static HloPassPipeline lesson(String name, String summary, String fusion) {
        return pipeline(
                name,
                summary,
                pass("call-inliner"),
                pass("tuple-simplifier"),
                fix("simplification", pass("algsimp"), pass("constant_folding")),
                pass("cse"),
                pass("dce"),
                pass("layout-assignment"),
                pass(fusion),
                pass("dce"));
    }

    public static final HloPassPipeline CPU = CpuPipeline.CPU;

    public static final HloPassPipeline STRICT = CPU.restricted(
            "strict",
            "the passes of cpu without the rules that change values for some inputs",
            Set.of(Effect.EXACT, Effect.ROUNDING));

    public static final List<HloPassPipeline> ALL = List.of(
            TEACHING, GREEDY, BY_RESOURCES, CPU, STRICT, GpuPipeline.GPU, GpuPipeline.GPU_2024, TpuPipeline.TPU);

    public static Optional<HloPassPipeline> named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
