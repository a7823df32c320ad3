package org.hloexplorer.pipeline.catalog;

import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.pipeline.HloPassPipeline;

/** The pipelines that can be chosen by name. */
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

    public static final List<HloPassPipeline> ALL = List.of(TEACHING);

    public static Optional<HloPassPipeline> named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
