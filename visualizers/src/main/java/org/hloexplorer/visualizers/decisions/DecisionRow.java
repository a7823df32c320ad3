package org.hloexplorer.visualizers.decisions;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.ObstacleStyle;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/**
 * An event as a row of a table.
 *
 * @param passRun index of the pass run, from 0
 * @param rule the rule, or for a refused fusion the obstacle
 * @param producer the instruction it is about, or the one that would be fused
 * @param consumer empty where only one instruction is involved
 * @param isPositive whether something was done rather than refused
 */
public record DecisionRow(
        int passRun,
        String pass,
        Kind kind,
        String rule,
        String producer,
        String consumer,
        boolean isPositive,
        String reason,
        List<Quantity> quantities,
        @Nullable Obstacle obstacle,
        List<Integer> instructions,
        @Nullable HloPath path,
        @Nullable EdgeSelection edge) {

    /** What kind of event it is. */
    public enum Kind {
        REWRITE,
        DECLINED,
        FUSION,
        LAYOUT,
        COPY,
        BITCAST
    }

    static DecisionRow of(PassEvent event, PassRun run) {
        return switch (event) {
            case PassEvent.Rewritten(var _, var rule, int before, int _, var snapshot) ->
                row(event, run, Kind.REWRITE, rule, name(run.before(), before), true, snapshot, List.of());
            case PassEvent.Declined(var _, var rule, int _, var name, var reason, var quantities) ->
                row(event, run, Kind.DECLINED, rule, name, false, reason, quantities);
            case PassEvent.FusionConsidered considered -> fusion(considered, run);
            case PassEvent.LayoutChosen(var _, int _, var name, var layout, var reason) ->
                row(event, run, Kind.LAYOUT, layout, name, true, reason, List.of());
            case PassEvent.CopyInserted(var _, int _, int _, var name, var reason) ->
                row(event, run, Kind.COPY, "copy", name, true, reason, List.of());
            case PassEvent.BitcastMade(var _, int _, int _, var name, var reason) ->
                row(event, run, Kind.BITCAST, "bitcast", name, true, reason, List.of());
        };
    }

    private static DecisionRow row(
            PassEvent event,
            PassRun run,
            Kind kind,
            String rule,
            String name,
            boolean isPositive,
            String reason,
            List<Quantity> quantities) {
        int id = event.instructions().getFirst();
        return new DecisionRow(
                run.index(),
                run.pass(),
                kind,
                rule,
                name,
                "",
                isPositive,
                reason,
                quantities,
                null,
                event.instructions(),
                path(run, id),
                null);
    }

    private static DecisionRow fusion(PassEvent.FusionConsidered event, PassRun run) {
        var decision = event.decision();
        var obstacle = decision instanceof FusionDecision.Forbidden forbidden ? forbidden.obstacle() : null;
        var reason = switch (decision) {
            case FusionDecision.Allowed(var explanation, var _) -> explanation;
            case FusionDecision.Forbidden(var _, var explanation, var _, var _, var _) -> explanation;
        };
        return new DecisionRow(
                run.index(),
                run.pass(),
                Kind.FUSION,
                obstacle == null ? "" : ObstacleStyle.words(obstacle),
                event.producerName(),
                event.consumerName(),
                decision.isAllowed(),
                reason,
                decision.quantities(),
                obstacle,
                event.instructions(),
                null,
                edge(event, run));
    }

    /** In the module after the pass where the instruction survived, otherwise in the one before. */
    private static @Nullable HloPath path(PassRun run, int id) {
        return run.after()
                .computationOf(id)
                .map(computation -> HloPath.toInstruction(run.index() + 1, computation.id(), id))
                .or(() -> run.before()
                        .computationOf(id)
                        .map(computation -> HloPath.toInstruction(run.index(), computation.id(), id)))
                .orElse(null);
    }

    private static @Nullable EdgeSelection edge(PassEvent.FusionConsidered event, PassRun run) {
        boolean survives = hasEdge(run.after(), event);
        var module = survives ? run.after() : run.before();
        return module.computationOf(event.consumer())
                .map(computation -> new EdgeSelection(
                        survives ? run.index() + 1 : run.index(), computation.id(), event.producer(), event.consumer()))
                .orElse(null);
    }

    private static boolean hasEdge(HloModule module, PassEvent.FusionConsidered event) {
        return module.findInstruction(event.consumer())
                .filter(each -> each.hasOperand(event.producer()))
                .isPresent();
    }

    private static String name(HloModule module, int id) {
        return module.findInstruction(id).map(each -> each.name()).orElse("");
    }

    /** The version of the module that the pass left. */
    public int version() {
        return passRun + 1;
    }

    /** Such as {@code fused} or {@code refused}. */
    public String verdict() {
        return Words.say(
                switch (kind) {
                    case REWRITE -> "verdict.rewritten";
                    case DECLINED -> "verdict.declined";
                    case FUSION -> isPositive ? "verdict.fused" : "verdict.notFused";
                    case LAYOUT -> "verdict.layout";
                    case COPY -> "verdict.copy";
                    case BITCAST -> "verdict.bitcast";
                });
    }

    /** The numbers compared, separated by semicolons. */
    public String numbers() {
        return String.join("; ", quantities.stream().map(Quantity::toString).toList());
    }
}
