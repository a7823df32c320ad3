package org.hloexplorer.pipeline;

import java.util.List;

/**
 * Steps that are repeated until a round changes nothing.
 *
 * @param limit rounds after which the pipeline goes on all the same, and says so
 */
public record HloPassFix(String name, List<PipelineStep> steps, int limit) implements PipelineStep {

    /** XLA's own limit. */
    public static final int DEFAULT_LIMIT = 25;

    public HloPassFix {
        steps = List.copyOf(steps);
    }

    public static HloPassFix fix(String name, PipelineStep... steps) {
        return new HloPassFix(name, List.of(steps), DEFAULT_LIMIT);
    }
}
