package org.hloexplorer.pipeline.fusion;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.fusion.FusionDecision.Allowed;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/** Finds out what would turn a refusal, by asking the same checks again with that one set aside. */
public record FusionFlips(FusionGraph graph, Judge judge, Function<Forbidden, Optional<Option<?>>> knob) {

    /** Judges a pair with some refusals set aside. */
    @FunctionalInterface
    public interface Judge {
        FusionDecision decide(HloInstruction consumer, int operand, Waiver waiver);
    }

    /** The decision, with what would turn it where it is a refusal for its cost. */
    public FusionDecision add(FusionDecision decision, HloInstruction consumer, int operand) {
        return switch (decision) {
            case Forbidden refusal
            when refusal.obstacle().isMatterOfCost() ->
                flip(refusal, consumer, operand).map(refusal::withFlip).orElse(refusal);
            case Forbidden refusal -> refusal;
            case Allowed allowed -> allowed;
        };
    }

    private Optional<String> flip(Forbidden refusal, HloInstruction consumer, int operand) {
        var next = judge.decide(consumer, operand, Waiver.of(refusal));
        return refusal.quantities().isEmpty()
                ? force(next, consumer, operand)
                : Optional.of(change(refusal) + outcome(next));
    }

    /** Where no number stands in the way, there is nothing to change but the rule; empty where that would be wrong. */
    private Optional<String> force(FusionDecision next, HloInstruction consumer, int operand) {
        if (!judge.decide(consumer, operand, Waiver.COSTS).isAllowed()) {
            return Optional.empty();
        }
        var wish = new FusionPairs.Pair(graph.operand(consumer, operand).name(), lasting(consumer));
        return Optional.of("%s=%s fuses them all the same%s"
                .formatted(
                        FusionPairs.FORCED.name(),
                        wish,
                        switch (next) {
                            case Allowed _ -> "";
                            case Forbidden(var _, var explanation, var _, var _, var _) ->
                                ", although also " + explanation;
                        }));
    }

    /** A name that a consumer has in the program too, not only while it is fused. */
    private String lasting(HloInstruction consumer) {
        return FusionGraph.isFusion(consumer) ? graph.body(consumer).root().name() : consumer.name();
    }

    private String change(Forbidden refusal) {
        var number = refusal.quantities().getLast();
        var change = "%s %s → %s".formatted(number.name(), plain(number.value()), plain(number.limit()));
        return knob.apply(refusal)
                .map(option -> "%s, or a larger %s".formatted(change, option.name()))
                .orElse(change);
    }

    private static String outcome(FusionDecision next) {
        return switch (next) {
            case Allowed _ -> ": then it is fused";
            case Forbidden(var _, var explanation, var _, var _, var _) -> ": still not fused, as " + explanation;
        };
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : String.format(Locale.ROOT, "%.3g", number);
    }
}
