package org.hloexplorer.pipeline;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the steps of a pipeline are called.
 *
 * @param steps each step's own name, with and without its number: {@code dce}, {@code dce#2} for the second of them
 * @param groups the groups that steps are in
 */
public record StepNames(String pipeline, Set<String> steps, Set<String> groups) {
    public StepNames {
        steps = Set.copyOf(steps);
        groups = Set.copyOf(groups);
    }

    public static StepNames of(HloPassPipeline pipeline) {
        var steps = new LinkedHashSet<String>();
        var groups = new LinkedHashSet<String>();
        passes(PlannedStep.of(pipeline)).forEach(pass -> {
            steps.addAll(pass.ownNames());
            groups.addAll(pass.names());
        });
        return new StepNames(pipeline.name(), steps, groups);
    }

    private static Stream<PlannedStep.Pass> passes(PlannedStep step) {
        return switch (step) {
            case PlannedStep.Pass pass -> Stream.of(pass);
            case PlannedStep.Once once -> once.steps().stream().flatMap(StepNames::passes);
            case PlannedStep.Repeated repeated -> repeated.steps().stream().flatMap(StepNames::passes);
        };
    }

    /** Whether a step or a group goes by this name. */
    public boolean contain(String name) {
        return steps.contains(name) || groups.contains(name);
    }

    /** Why no step goes by this name, in a sentence; empty where one does. */
    public Optional<String> fault(String name) {
        if (steps.contains(name)) {
            return Optional.empty();
        }
        var pass = name.replaceFirst("#\\d+$", "");
        long count = steps.stream().filter(each -> each.startsWith(pass + "#")).count();
        return Optional.of(
                count == 0
                        ? "pipeline %s has no step %s".formatted(pipeline, pass)
                        : "pipeline %s has no step %s: the last of its name is %s#%d"
                                .formatted(pipeline, name, pass, count));
    }
}
