package org.hloexplorer.pipeline.fusion;

import org.hloexplorer.pipeline.HloPass;

/** Fusion by one simple rule, so that what too much of it costs can be seen; no compiler decides like this. */
public final class LessonFusion {
    private LessonFusion() {}

    /** Fuses all that can be fused. */
    public static final HloPass GREEDY =
            lesson("greedy-fusion", "fuses all that can run as one loop, for teaching: see what spills", false);

    /** Fuses as long as there is room. */
    public static final HloPass BY_RESOURCES = lesson(
            "resource-fusion",
            "fuses as long as registers and fast memory suffice, for teaching: move the limits",
            true);

    private static HloPass lesson(String name, String summary, boolean keepsBudget) {
        return new EdgeFusion(
                name,
                summary,
                LessonChecks.ALL,
                KernelComputations::of,
                (graph, context) -> LessonChecks.of(graph, keepsBudget, context));
    }
}
