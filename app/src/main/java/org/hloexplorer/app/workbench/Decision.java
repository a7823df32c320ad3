package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Something a pass did, or looked at and left alone, in the form in which it is listed.
 *
 * @param kind {@code rewrite}, {@code fusion}, {@code layout} or {@code copy}
 * @param rule the rewrite rule; null where there is none
 * @param producer the instruction it is about, or the producer of a fusion, by the name it had
 * @param consumer the consumer of a fusion; null otherwise
 * @param verdict {@code made} or {@code declined}
 * @param obstacle what kind of thing stands in the way of a fusion; null where nothing does
 * @param flip what would turn a refusal; null where that is not known
 * @param estimate what fusing a pair moves and takes, as two kernels and as one; null where that is not estimated
 * @param instructions the ids of all instructions it is about
 */
public record Decision(
        int passRun,
        String pass,
        String kind,
        @Nullable String rule,
        @Nullable String producer,
        @Nullable String consumer,
        String verdict,
        @Nullable String obstacle,
        String reason,
        List<Quantity> quantities,
        @Nullable String flip,
        @Nullable FusionEstimate estimate,
        List<Integer> instructions) {

    public static final String MADE = "made";
    public static final String DECLINED = "declined";
    public static final String FUSION = "fusion";

    public Decision {
        quantities = List.copyOf(quantities);
        instructions = List.copyOf(instructions);
    }

    public boolean isDeclined() {
        return verdict.equals(DECLINED);
    }

    /** All decisions of a timeline, in the order in which they were taken. */
    public static List<Decision> of(PipelineRun timeline) {
        var decisions = new ArrayList<Decision>();
        for (var run : timeline.runs()) {
            run.events().forEach(event -> decisions.add(of(timeline, run, event)));
        }
        return decisions;
    }

    private static Decision of(PipelineRun timeline, PassRun run, PassEvent event) {
        return switch (event) {
            case PassEvent.Rewritten made ->
                plain(run, made, "rewrite", made.rule(), name(timeline, run, made.before()), made.snapshot());
            case PassEvent.Declined declined ->
                new Decision(
                        run.index(),
                        run.pass(),
                        "rewrite",
                        declined.rule(),
                        declined.name(),
                        null,
                        DECLINED,
                        null,
                        declined.reason(),
                        declined.quantities(),
                        flip(declined.quantities()),
                        null,
                        declined.instructions());
            case PassEvent.FusionConsidered considered -> of(considered, run.pass(), run.index());
            case PassEvent.LayoutChosen chosen ->
                plain(
                        run,
                        chosen,
                        "layout",
                        null,
                        chosen.name(),
                        "laid out " + chosen.layout() + " because " + chosen.reason());
            case PassEvent.CopyInserted inserted ->
                plain(run, inserted, "copy", null, inserted.name(), inserted.reason());
            case PassEvent.BitcastMade made ->
                plain(run, made, "bitcast", null, made.name(), "is a bitcast because " + made.reason());
        };
    }

    private static Decision plain(
            PassRun run, PassEvent event, String kind, @Nullable String rule, @Nullable String name, String reason) {
        return new Decision(
                run.index(),
                run.pass(),
                kind,
                rule,
                name,
                null,
                MADE,
                null,
                reason,
                List.of(),
                null,
                null,
                event.instructions());
    }

    /** A decision about a pair, taken by this pass. */
    public static Decision of(PassEvent.FusionConsidered considered, String pass, int passRun) {
        var decision = considered.decision();
        return new Decision(
                passRun,
                pass,
                FUSION,
                null,
                considered.producerName(),
                considered.consumerName(),
                decision.isAllowed() ? MADE : DECLINED,
                obstacle(decision).orElse(null),
                explanation(decision),
                decision.quantities(),
                decision instanceof FusionDecision.Forbidden forbidden ? forbidden.flip() : null,
                considered.estimate(),
                considered.instructions());
    }

    private static Optional<String> obstacle(FusionDecision decision) {
        return switch (decision) {
            case FusionDecision.Allowed _ -> Optional.empty();
            case FusionDecision.Forbidden forbidden ->
                Optional.of(forbidden.obstacle().name().toLowerCase(Locale.ROOT));
        };
    }

    private static String explanation(FusionDecision decision) {
        return switch (decision) {
            case FusionDecision.Allowed allowed -> allowed.explanation();
            case FusionDecision.Forbidden forbidden -> forbidden.explanation();
        };
    }

    /** The deciding quantity is the last one. */
    private static @Nullable String flip(List<Quantity> quantities) {
        if (quantities.isEmpty()) {
            return null;
        }
        var deciding = quantities.getLast();
        return "%s at most %s instead of %s"
                .formatted(deciding.name(), number(deciding.limit()), number(deciding.value()));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static @Nullable String name(PipelineRun timeline, PassRun run, int instruction) {
        return Stream.of(run.before(), run.after(), timeline.input())
                .map(module -> nameIn(module, instruction))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(null);
    }

    private static Optional<String> nameIn(HloModule module, int instruction) {
        return module.findInstruction(instruction).map(each -> each.name());
    }
}
