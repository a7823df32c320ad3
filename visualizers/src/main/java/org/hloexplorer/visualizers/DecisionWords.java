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
        var key = event.decision().isAllowed() ? "decision.fused" : "decision.notFused";
        return Words.say(
                key,
                event.producerName(),
                event.consumerName(),
                explanation(event),
                numbers(event.decision().quantities()),
                where(verdict.run()),
                estimate(event) + flip(event));
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
        return Words.say("decision.where", run.pass(), Integer.toString(run.index() + 1));
    }
}
