package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A step of a pipeline with the names that switch it off: its own, with and without its number, and its groups'. */
sealed interface PlannedStep {

    /** A pass; {@code names} begins with the numbered name, such as {@code dce#2}. */
    record Pass(PassStep step, String group, List<String> names) implements PlannedStep {

        /** Those that are not its groups'. */
        List<String> ownNames() {
            return names.subList(0, 2);
        }
    }

    /** Steps that run once. */
    record Once(String name, List<PlannedStep> steps) implements PlannedStep {}

    /** Steps that run until they change nothing. */
    record Repeated(String name, List<PlannedStep> steps, int limit) implements PlannedStep {}

    /** What XLA calls it where it names what runs next: a pass by its name, a group by its own. */
    default String title() {
        return switch (this) {
            case Pass(var step, var _, var _) -> step.name();
            case Once(var name, var _) -> name;
            case Repeated(var name, var _, var _) -> name;
        };
    }

    static PlannedStep of(HloPassPipeline pipeline) {
        return plan(pipeline, List.of(), new HashMap<>());
    }

    private static PlannedStep plan(PipelineStep step, List<String> groups, Map<String, Integer> occurrences) {
        return switch (step) {
            case PassStep pass -> {
                int occurrence = occurrences.merge(pass.name(), 1, Integer::sum);
                var names = new ArrayList<>(List.of(pass.name() + "#" + occurrence, pass.name()));
                names.addAll(groups);
                yield new Pass(pass, around(pass, groups), List.copyOf(names));
            }
            case HloPassPipeline(var name, var _, var steps, var _) ->
                new Once(name, planAll(steps, name, groups, occurrences));
            case HloPassFix(var name, var steps, int limit) ->
                new Repeated(name, planAll(steps, name, groups, occurrences), limit);
        };
    }

    /** A pass that is repeated by itself is known by the group around it, as XLA knows {@code HloPassFix<Pass>}. */
    private static String around(PassStep pass, List<String> groups) {
        return groups.reversed().stream()
                .filter(group -> !group.equals(pass.name()))
                .findFirst()
                .orElseGet(groups::getLast);
    }

    private static List<PlannedStep> planAll(
            List<PipelineStep> steps, String name, List<String> groups, Map<String, Integer> occurrences) {
        var inner = new ArrayList<>(groups);
        inner.add(name);
        return steps.stream().map(step -> plan(step, inner, occurrences)).toList();
    }
}
