package org.hloexplorer.pipeline;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Passes in the order they run: plain data, as are the groups in it.
 *
 * @param effects what its rewrites may do to values; a group takes those of the pipeline it is in
 */
public record HloPassPipeline(String name, String summary, List<PipelineStep> steps, Set<Effect> effects)
        implements PipelineStep {

    public HloPassPipeline {
        steps = List.copyOf(steps);
        effects = Set.copyOf(effects);
    }

    /** A pipeline whose rewrites may do what XLA's do. */
    public static HloPassPipeline pipeline(String name, String summary, PipelineStep... steps) {
        return new HloPassPipeline(name, summary, List.of(steps), Set.of(Effect.values()));
    }

    /** A named group inside a pipeline. */
    public static HloPassPipeline group(String name, PipelineStep... steps) {
        return pipeline(name, "", steps);
    }

    /** The same passes, restricted to rewrites with these effects. */
    public HloPassPipeline restricted(String changedName, String changedSummary, Set<Effect> changed) {
        return new HloPassPipeline(changedName, changedSummary, steps, changed);
    }

    /** Every pass in it, in order, those in groups once. */
    public List<PassStep> passes() {
        return passes(steps).toList();
    }

    private static Stream<PassStep> passes(List<PipelineStep> steps) {
        return steps.stream().flatMap(step -> switch (step) {
            case PassStep pass -> Stream.of(pass);
            case HloPassPipeline(var _, var _, var inner, var _) -> passes(inner);
            case HloPassFix(var _, var inner, var _) -> passes(inner);
        });
    }
}
