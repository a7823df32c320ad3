package org.hloexplorer.visualizers;

import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;

/** Decisions in sentences for people. */
public final class DecisionWords {
    private DecisionWords() {}

    /** What was decided and why, with the numbers compared and the pass that took the decision. */
    public static String sentence(Verdict verdict) {
        var event = verdict.event();
        return Words.say(
                key(verdict),
                event.producerName(),
                event.consumerName(),
                explanation(event),
                numbers(event.decision().quantities()),
                where(verdict),
                estimate(event) + flip(event));
    }

    private static String key(Verdict verdict) {
        return switch (verdict.basis()) {
            case REPORTED -> verdict.event().decision().isAllowed() ? "decision.fused" : "decision.notFused";
            case SAME_INPUT, AS_IT_STANDS ->
                "decision.%s.%s"
                        .formatted(
                                verdict.areOne() ? "theyFused" : "theyDidNot",
                                verdict.isAsDecided() ? "agreed" : "differs");
        };
    }

    private static String where(Verdict verdict) {
        return switch (verdict.basis()) {
            case REPORTED -> where(verdict.pass(), verdict.version());
            case SAME_INPUT -> Words.say("decision.sameInput", verdict.pass(), Integer.toString(verdict.version()));
            case AS_IT_STANDS -> Words.say("decision.asItStands", verdict.pass());
        };
    }

    private static String explanation(FusionConsidered event) {
        return switch (event.decision()) {
            case FusionDecision.Allowed(var explanation, var _) -> explanation;
            case FusionDecision.Forbidden(var _, var explanation, var _, var _, var _) -> explanation;
        };
    }

    private static String estimate(FusionConsidered event) {
        return event.estimate() == null
                ? ""
                : Words.say("decision.estimate", event.estimate().toText());
    }

    private static String flip(FusionConsidered event) {
        return event.decision() instanceof FusionDecision.Forbidden forbidden && forbidden.flip() != null
                ? Words.say("decision.flip", forbidden.flip())
                : "";
    }

    /** The numbers compared in parentheses, with a space before; empty where none were. */
    public static String numbers(List<Quantity> quantities) {
        return quantities.isEmpty()
                ? ""
                : quantities.stream().map(Quantity::toString).collect(Collectors.joining("; ", " (", ")"));
    }

    /** The pass, with its number on the timeline. */
    public static String where(PassRun run) {
        return where(run.pass(), run.index() + 1);
    }

    private static String where(String pass, int number) {
        return Words.say("decision.where", pass, Integer.toString(number));
    }
}
