package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes the steps out of a pipeline that settings switch off. */
final class SwitchedOff {
    private final PipelineSettings settings;
    private final Map<String, Integer> occurrences = new HashMap<>();

    private SwitchedOff(PipelineSettings settings) {
        this.settings = settings;
    }

    /** What is left; groups that nothing is left of go too. */
    static HloPassPipeline removed(PipelineSettings settings) {
        var pipeline = settings.pipeline();
        var steps = new SwitchedOff(settings).left(pipeline.steps(), List.of(pipeline.name()));
        return new HloPassPipeline(pipeline.name(), pipeline.summary(), steps, pipeline.effects());
    }

    private List<PipelineStep> left(List<PipelineStep> steps, List<String> groups) {
        return steps.stream().flatMap(step -> left(step, groups).stream()).toList();
    }

    private Optional<PipelineStep> left(PipelineStep step, List<String> groups) {
        return switch (step) {
            case PassStep pass -> {
                int occurrence = occurrences.merge(pass.name(), 1, Integer::sum);
                var names = new ArrayList<>(List.of(pass.name() + "#" + occurrence, pass.name()));
                names.addAll(groups);
                yield settings.runs(names) ? Optional.of(pass) : Optional.empty();
            }
            case HloPassPipeline(var name, var summary, var inner, var effects) -> {
                var rest = left(inner, inside(groups, name));
                yield rest.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new HloPassPipeline(name, summary, rest, effects));
            }
            case HloPassFix(var name, var inner, int limit) -> {
                var rest = left(inner, inside(groups, name));
                yield rest.isEmpty() ? Optional.empty() : Optional.of(new HloPassFix(name, rest, limit));
            }
        };
    }

    private static List<String> inside(List<String> groups, String name) {
        var names = new ArrayList<>(groups);
        names.add(name);
        return names;
    }
}
