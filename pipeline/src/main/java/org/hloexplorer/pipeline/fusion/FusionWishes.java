package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;

/**
 * What the user wants fused or kept apart, whatever the rules say.
 *
 * <p>Wishes are knobs of the pipeline, or attributes of a producer in the program: {@code
 * frontend_attributes={dont_fuse="true"}}, or the names of consumers in place of {@code true}; {@code force_fuse} in the
 * same way.
 */
public record FusionWishes(FusionPairs forced, FusionPairs never, boolean hasAttributes, FusionGraph graph) {
    public static final List<Option<?>> ALL = List.of(FusionPairs.FORCED, FusionPairs.NEVER);

    static final String DONT_FUSE = "dont_fuse";
    static final String FORCE_FUSE = "force_fuse";

    /** In place of names: whatever uses the value. */
    static final String ANY_CONSUMER = "true";

    public static FusionWishes of(PassContext context, FusionGraph graph) {
        boolean hasAttributes = graph.editor().instructions().stream()
                .anyMatch(each -> attribute(DONT_FUSE, each).isPresent()
                        || attribute(FORCE_FUSE, each).isPresent());
        return new FusionWishes(
                context.option(FusionPairs.FORCED), context.option(FusionPairs.NEVER), hasAttributes, graph);
    }

    /** Whether there are any, so that it matters what is in a fusion by name. */
    boolean areAny() {
        return hasAttributes || !forced.isEmpty() || !never.isEmpty();
    }

    /** Whether the pair is to be fused as long as that is correct. */
    public boolean force(HloInstruction producer, HloInstruction consumer) {
        return applies(forced, FORCE_FUSE, producer, consumer);
    }

    /** A refusal where the pair is to be kept apart. */
    public Optional<FusionDecision> refusal(HloInstruction producer, HloInstruction consumer) {
        return applies(never, DONT_FUSE, producer, consumer)
                ? Optional.of(FusionDecision.forbid(
                        Obstacle.FORBIDDEN_BY_USER,
                        "the two are kept apart by %s"
                                .formatted(
                                        attribute(DONT_FUSE, producer).isPresent()
                                                ? "the attribute " + DONT_FUSE
                                                : "the knob " + FusionPairs.NEVER.name()),
                        "none: XLA has no such switch"))
                : Optional.empty();
    }

    private boolean applies(FusionPairs pairs, String key, HloInstruction producer, HloInstruction consumer) {
        var attribute = attribute(key, producer);
        if (pairs.isEmpty() && attribute.isEmpty()) {
            return false;
        }
        var names = namesOf(consumer);
        return pairs.contain(producer.name(), names)
                || attribute
                        .filter(value -> value.equals(ANY_CONSUMER)
                                || Stream.of(value.split(",", -1))
                                        .map(String::strip)
                                        .anyMatch(names::contains))
                        .isPresent();
    }

    private static Optional<String> attribute(String key, HloInstruction producer) {
        return Optional.ofNullable(producer.annotations().frontendAttributes().get(key));
    }

    private Set<String> namesOf(HloInstruction consumer) {
        return Stream.concat(Stream.of(consumer), graph.withBody(consumer))
                .map(HloInstruction::name)
                .collect(Collectors.toSet());
    }
}
