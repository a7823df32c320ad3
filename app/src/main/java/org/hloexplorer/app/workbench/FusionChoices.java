package org.hloexplorer.app.workbench;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Lineage;
import org.jspecify.annotations.Nullable;

/**
 * What the user wants fused or kept apart, and what came of the last such wish.
 *
 * <p>Wishes are knobs of the pipeline, and with every run become frontend attributes of the producers that the program
 * has from the start.
 */
public final class FusionChoices {

    /** What is to become of a pair. */
    public enum Choice {
        BY_RULES,
        FUSE,
        KEEP_APART
    }

    private record Wish(Pair pair, Choice choice) {

        String toText() {
            return "%%%s into %s, %s"
                    .formatted(
                            pair.producer(),
                            pair.consumer().equals(FusionPairs.ANY) ? "any consumer" : "%" + pair.consumer(),
                            switch (choice) {
                                case BY_RULES -> "by the rules";
                                case FUSE -> "fused";
                                case KEEP_APART -> "kept apart";
                            });
        }
    }

    private record Pending(List<Wish> wishes, @Nullable ProgramSummary before) {}

    private final TimelineModel timeline;
    private final LogModel log;
    private final ReadOnlyStringWrapper effect = new ReadOnlyStringWrapper("");
    private @Nullable Pending pending;
    private @Nullable PipelineRun known;
    private Lineage lineage = Lineage.NONE;

    FusionChoices(TimelineModel timeline, LogModel log) {
        this.timeline = timeline;
        this.log = log;
        timeline.runProperty().subscribe(this::tell);
    }

    /** What came of the last wish, in a sentence or two; empty before the first. */
    public ReadOnlyStringProperty effectProperty() {
        return effect.getReadOnlyProperty();
    }

    /** The names by which the ends of an edge are known when fusion looks at them. */
    public Optional<Pair> pair(EdgeSelection edge) {
        return planner(edge.version())
                .flatMap(planner -> instruction(edge.version(), edge.producer())
                        .flatMap(producer -> instruction(edge.version(), edge.consumer())
                                .map(consumer -> new Pair(planner.name(producer), planner.name(consumer)))));
    }

    /** An instruction and whatever uses it; empty for what is no work, and so in no kernel. */
    public Optional<Pair> pair(HloPath path) {
        var id = path.instructionId();
        return id == null
                ? Optional.empty()
                : planner(path.version())
                        .flatMap(planner -> instruction(path.version(), id)
                                .filter(FusionChoices::isFused)
                                .map(found -> new Pair(planner.name(found), FusionPairs.ANY)));
    }

    private static boolean isFused(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case PARAMETER, TUPLE, GET_TUPLE_ELEMENT, WHILE, CONDITIONAL, CALL -> false;
            default -> true;
        };
    }

    private Optional<HloInstruction> instruction(int version, int id) {
        var run = timeline.runProperty().get();
        return run == null ? Optional.empty() : run.version(version).findInstruction(id);
    }

    /** What it takes to move an instruction of a version into the kernel of another. */
    public FusionMove into(int version, int dragged, int target) {
        return planner(version).map(planner -> planner.into(dragged, target)).orElseGet(FusionMove.Nothing::new);
    }

    /** What it takes to have an instruction of a version leave its fusion. */
    public FusionMove out(int version, int dragged) {
        return planner(version).map(planner -> planner.out(dragged)).orElseGet(FusionMove.Nothing::new);
    }

    @SuppressWarnings("ReferenceEquality") // Another run has another lineage, however equal.
    private Optional<FusionPlanner> planner(int version) {
        var run = timeline.runProperty().get();
        if (run == null || version >= run.versions()) {
            return Optional.empty();
        }
        if (run != known) {
            known = run;
            lineage = Lineage.of(run);
        }
        return Optional.of(new FusionPlanner(run, version, lineage));
    }

    public Choice of(Pair pair) {
        var settings = timeline.settingsProperty().get();
        if (pairs(settings, FusionPairs.NEVER).pairs().contains(pair)) {
            return Choice.KEEP_APART;
        }
        return pairs(settings, FusionPairs.FORCED).pairs().contains(pair) ? Choice.FUSE : Choice.BY_RULES;
    }

    /** All pairs that are not left to the rules. */
    public List<Pair> chosen() {
        var settings = timeline.settingsProperty().get();
        return Stream.of(FusionPairs.FORCED, FusionPairs.NEVER)
                .flatMap(knob -> pairs(settings, knob).pairs().stream())
                .toList();
    }

    /** Runs the pipeline again with this choice; the log tells what it changed. */
    public void choose(Pair pair, Choice choice) {
        make(List.of(new Wish(pair, choice)));
    }

    /** As {@link #choose}, for the edge or the instruction that is selected; says so where neither is. */
    public void chooseSelected(Selection selection, Choice choice) {
        var edge = selection.edgeProperty().get();
        var path = selection.pathProperty().get();
        var pair = edge != null ? pair(edge) : Optional.ofNullable(path).flatMap(this::pair);
        pair.ifPresentOrElse(
                found -> choose(found, choice),
                () -> log.warn("Select an edge, or an operation, to say whether it is to be fused."));
    }

    /** Makes a move, or says why it cannot be made. */
    public void make(FusionMove move) {
        switch (move) {
            case FusionMove.Nothing _ -> {}
            case FusionMove.Impossible(var sentence) -> {
                effect.set(sentence);
                log.warn(sentence);
            }
            case FusionMove.Possible(var _, var fuse, var apart) ->
                make(Stream.concat(
                                apart.stream().map(pair -> new Wish(pair, Choice.KEEP_APART)),
                                fuse.stream().map(pair -> new Wish(pair, Choice.FUSE)))
                        .toList());
        }
    }

    private void make(List<Wish> wishes) {
        pending = new Pending(wishes, timeline.summaryProperty().get());
        timeline.change(settings -> {
            var changed = settings;
            for (var wish : wishes) {
                changed = with(changed, FusionPairs.NEVER, wish.pair(), wish.choice() == Choice.KEEP_APART);
                changed = with(changed, FusionPairs.FORCED, wish.pair(), wish.choice() == Choice.FUSE);
            }
            return changed;
        });
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
        var outcome = new FusionOutcome(run);
        var refusals = asked.wishes().stream()
                .filter(wish -> wish.choice() == Choice.FUSE)
                .flatMap(wish -> outcome.refusal(wish.pair()).stream())
                .toList();
        refusals.forEach(log::warn);
        var told = effect(asked, timeline.summaryProperty().get());
        log.info(told);
        effect.set(String.join(" ", refusals) + (refusals.isEmpty() ? "" : " ") + told);
    }

    private static String effect(Pending asked, @Nullable ProgramSummary after) {
        var before = asked.before();
        var what = String.join("; ", asked.wishes().stream().map(Wish::toText).toList());
        return before == null || after == null
                ? what + "."
                : "%s: %s.".formatted(what, ProgramSummary.change(before, after));
    }
}
