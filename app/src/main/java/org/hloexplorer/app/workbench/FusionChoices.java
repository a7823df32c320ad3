package org.hloexplorer.app.workbench;

import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.hloexplorer.visualizers.EdgeSelection;
import org.jspecify.annotations.Nullable;

/** What the user wants fused or kept apart, as knobs of the pipeline, and what came of the last such wish. */
public final class FusionChoices {

    /** What is to become of a pair. */
    public enum Choice {
        BY_RULES,
        FUSE,
        KEEP_APART
    }

    private record Pending(
            Pair pair, Choice choice, @Nullable ProgramSummary before) {}

    private final TimelineModel timeline;
    private final LogModel log;
    private @Nullable Pending pending;

    FusionChoices(TimelineModel timeline, LogModel log) {
        this.timeline = timeline;
        this.log = log;
        timeline.runProperty().subscribe(this::tell);
    }

    /**
     * The names by which the ends of an edge are known when fusion looks at them: a fusion by that of its result, which
     * was there before it.
     */
    public Optional<Pair> pair(EdgeSelection edge) {
        var run = timeline.runProperty().get();
        if (run == null || edge.version() >= run.versions()) {
            return Optional.empty();
        }
        var module = run.version(edge.version());
        return name(module, edge.producer())
                .flatMap(producer -> name(module, edge.consumer()).map(consumer -> new Pair(producer, consumer)));
    }

    private static Optional<String> name(HloModule module, int instruction) {
        return module.findInstruction(instruction).map(found -> result(module, found));
    }

    private static String result(HloModule module, HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Fusion fusion
                ? result(module, module.computation(fusion.computation()).root())
                : instruction.name();
    }

    public Choice of(Pair pair) {
        var settings = timeline.settingsProperty().get();
        if (pairs(settings, FusionPairs.NEVER).pairs().contains(pair)) {
            return Choice.KEEP_APART;
        }
        return pairs(settings, FusionPairs.FORCED).pairs().contains(pair) ? Choice.FUSE : Choice.BY_RULES;
    }

    /** Runs the pipeline again with this choice; the log tells what it changed. */
    public void choose(Pair pair, Choice choice) {
        pending = new Pending(pair, choice, timeline.summaryProperty().get());
        timeline.change(settings -> with(
                with(settings, FusionPairs.NEVER, pair, choice == Choice.KEEP_APART),
                FusionPairs.FORCED,
                pair,
                choice == Choice.FUSE));
    }

    private static PipelineSettings with(
            PipelineSettings settings, Option<FusionPairs> knob, Pair pair, boolean isWanted) {
        var pairs = pairs(settings, knob);
        var changed = isWanted ? pairs.with(pair) : pairs.without(pair);
        return settings.withOption(knob.name(), changed.toString());
    }

    private static FusionPairs pairs(PipelineSettings settings, Option<FusionPairs> knob) {
        return FusionPairs.parse(settings.optionValues().getOrDefault(knob.name(), ""));
    }

    private void tell(@Nullable PipelineRun run) {
        var asked = pending;
        if (run == null || asked == null) {
            return;
        }
        pending = null;
        if (asked.choice() == Choice.FUSE) {
            refusal(run, asked.pair())
                    .ifPresent(refusal -> log.warn("%%%s cannot be fused into %%%s: %s."
                            .formatted(asked.pair().producer(), asked.pair().consumer(), refusal.explanation())));
        }
        log.info(effect(asked, timeline.summaryProperty().get()));
    }

    private static Optional<FusionDecision.Forbidden> refusal(PipelineRun run, Pair pair) {
        return run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(FusionConsidered.class::isInstance)
                .map(FusionConsidered.class::cast)
                .filter(event -> event.producerName().equals(pair.producer()))
                .filter(event -> event.decision() instanceof FusionDecision.Forbidden forbidden
                        && !forbidden.obstacle().isMatterOfCost())
                .map(event -> (FusionDecision.Forbidden) event.decision())
                .findFirst();
    }

    private static String effect(Pending asked, @Nullable ProgramSummary after) {
        var before = asked.before();
        var what = "%%%s into %%%s, %s"
                .formatted(
                        asked.pair().producer(),
                        asked.pair().consumer(),
                        switch (asked.choice()) {
                            case BY_RULES -> "by the rules";
                            case FUSE -> "fused";
                            case KEEP_APART -> "kept apart";
                        });
        return before == null || after == null
                ? what + "."
                : "%s: kernels %d → %d, bytes they read and write %,d → %,d."
                        .formatted(
                                what,
                                before.kernelsAfter(),
                                after.kernelsAfter(),
                                before.bytesAfter(),
                                after.bytesAfter());
    }
}
