package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pass that must not run before another, wherever a pipeline holds both.
 *
 * @param reason why, as the rest of a sentence that begins "{@code first} must run before {@code second}, because"
 */
public record OrderConstraint(String first, String second, String reason) {

    /** What is wrong with this order of passes, in a sentence. */
    public Optional<String> violation(List<PassStep> passes) {
        var names = passes.stream().map(PassStep::name).toList();
        int firstAt = names.indexOf(first);
        int secondAt = names.indexOf(second);
        return firstAt < 0 || secondAt < 0 || firstAt < secondAt
                ? Optional.empty()
                : Optional.of("%s must run before %s, because %s".formatted(first, second, reason));
    }

    /** All that is wrong with a pipeline's order. */
    public static List<String> violations(HloPassPipeline pipeline, List<OrderConstraint> constraints) {
        var found = new ArrayList<String>();
        var passes = pipeline.passes();
        for (var constraint : constraints) {
            constraint.violation(passes).ifPresent(found::add);
        }
        return found;
    }
}
