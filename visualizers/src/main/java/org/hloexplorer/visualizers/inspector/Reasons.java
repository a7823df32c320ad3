package org.hloexplorer.visualizers.inspector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.visualizers.DecisionWords;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;

/** Events as reasons why something is as it is. */
final class Reasons {
    private Reasons() {}

    /** Every event that touched one of these instructions, the latest first. */
    static List<Reason> about(Set<Integer> instructionIds, PipelineRun timeline) {
        var reasons = new ArrayList<Reason>();
        for (var run : timeline.runs()) {
            for (var event : run.events()) {
                if (!Collections.disjoint(event.instructions(), instructionIds)) {
                    reasons.add(of(event, run));
                }
            }
        }
        Collections.reverse(reasons);
        return reasons;
    }

    static Reason of(PassEvent event, PassRun run) {
        int version = run.index() + 1;
        return switch (event) {
            case PassEvent.Rewritten rewritten ->
                new Reason(Words.say("reason.rewritten", rewritten.toText(), where(run)), version, true, null);
            case PassEvent.Declined declined ->
                new Reason(
                        Words.say(
                                "reason.declined",
                                declined.rule(),
                                declined.name(),
                                declined.reason(),
                                DecisionWords.numbers(declined.quantities()),
                                where(run)),
                        version,
                        false,
                        null);
            case PassEvent.FusionConsidered considered -> of(Verdict.reported(considered, run));
            case PassEvent.LayoutChosen chosen ->
                new Reason(Words.say("reason.plain", chosen.toText(), where(run)), version, true, null);
            case PassEvent.CopyInserted copied ->
                new Reason(Words.say("reason.plain", copied.toText(), where(run)), version, true, null);
            case PassEvent.BitcastMade made ->
                new Reason(Words.say("reason.plain", made.toText(), where(run)), version, true, null);
        };
    }

    static Reason of(Verdict verdict) {
        var decision = verdict.event().decision();
        return new Reason(
                DecisionWords.sentence(verdict),
                verdict.version(),
                decision.isAllowed(),
                decision instanceof FusionDecision.Forbidden forbidden ? forbidden.obstacle() : null);
    }

    private static String where(PassRun run) {
        return DecisionWords.where(run);
    }
}
