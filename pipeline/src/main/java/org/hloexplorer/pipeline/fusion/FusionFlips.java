package org.hloexplorer.pipeline.fusion;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.fusion.FusionDecision.Allowed;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/** Finds out what would turn a refusal, by asking the same checks again with that one set aside. */
public record FusionFlips(Judge judge, Function<Forbidden, Optional<Option<?>>> knob) {

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
                refusal.withFlip(flip(refusal, judge.decide(consumer, operand, Waiver.of(refusal))));
            case Forbidden refusal -> refusal;
            case Allowed allowed -> allowed;
        };
    }

    private String flip(Forbidden refusal, FusionDecision next) {
        return refusal.quantities().isEmpty() ? forced(next) : change(refusal) + outcome(next);
    }

    private static String forced(FusionDecision next) {
        return switch (next) {
            case Allowed _ -> "forced, it is fused, as nothing else stands in the way";
            case Forbidden(var _, var explanation, var _, var _, var _) -> "not by that alone, as " + explanation;
        };
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
