package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.graph.GraphSubject.Side;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** A pass's work as pictures: before and after side by side, one of them, or both in one. */
public final class BeforeAfterView extends BorderPane {

    /** What is on the stage. */
    public enum Mode {
        BEFORE_AND_AFTER,
        BEFORE,
        AFTER,
        UNION
    }

    private final LayoutMemory memory = new LayoutMemory();
    private final LayoutMemory unionMemory = new LayoutMemory();
    private final GraphView before;
    private final GraphView after;
    private final GraphView union;
    private final BorderPane beforePane;
    private final BorderPane afterPane;
    private final ObjectProperty<Mode> mode = new SimpleObjectProperty<>(this, "mode", Mode.BEFORE_AND_AFTER);
    private final BooleanProperty linked = new SimpleBooleanProperty(this, "linked", true);
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>(this, "selection", null);
    private final ObjectProperty<@Nullable EdgeSelection> selectedEdge =
            new SimpleObjectProperty<>(this, "selectedEdge", null);
    private @Nullable Content content;
    private @Nullable PipelineRun knownRun;
    private Lineage lineage = Lineage.NONE;
    private final Map<Integer, FusionVerdicts> verdictsUpTo = new HashMap<>();

    /** Two versions to be compared; the newer one has the index {@code version}. */
    private record Content(HloModule before, HloModule after, int version, FusionVerdicts verdicts) {}

    /** Lays out on this executor; one thread is best, as each picture starts from the one before. */
    public BeforeAfterView(Executor worker) {
        Theme.applyTo(this);
        before = new GraphView(new GraphViewModel(worker, memory));
        after = new GraphView(new GraphViewModel(worker, memory));
        // A union has other neighbours, and so another order.
        union = new GraphView(new GraphViewModel(worker, unionMemory));
        before.setId("graph-before");
        after.setId("graph-after");
        union.setId("graph-union");
        beforePane = titled(before, "graph.before");
        afterPane = titled(after, "graph.after", linkToggle());
        new LinkedViews(before, after, linked).install();
        linkSelections();
        shareOpenness();
        mode.subscribe(this::arrange);
    }

    private ToggleButton linkToggle() {
        var toggle = new ToggleButton();
        toggle.setId("graph-linked");
        toggle.setGraphic(new FontIcon("mdi2l-link-variant"));
        toggle.getStyleClass().addAll("flat", "link-toggle");
        toggle.setAccessibleText(Words.say("graph.linked"));
        toggle.setTooltip(new Tooltip(Words.say("graph.linked")));
        toggle.setFocusTraversable(false);
        toggle.selectedProperty().bindBidirectional(linked);
        return toggle;
    }

    private static BorderPane titled(GraphView view, String words, Node... controls) {
        var title = new HBox(new Label(Words.say(words)));
        title.getChildren().addAll(controls);
        title.getStyleClass().add("pane-title");
        var pane = new BorderPane(view);
        pane.setTop(title);
        return pane;
    }

    private void arrange(Mode shown) {
        var stage = switch (shown) {
            case BEFORE_AND_AFTER -> sideBySide();
            case BEFORE -> beforePane;
            case AFTER -> afterPane;
            case UNION -> union;
        };
        setCenter(stage);
        refresh();
    }

    private SplitPane sideBySide() {
        var split = new SplitPane(beforePane, afterPane);
        split.setOrientation(Orientation.HORIZONTAL);
        return split;
    }

    /**
     * Shows what the pass run that left this version did.
     *
     * @param version 0 for the input, which is shown by itself
     */
    public void show(PipelineRun run, int version) {
        show(run, version, run.version(Math.max(0, version - 1)), run.version(version));
    }

    /** Shows what a single rewrite did, in the pass run that left this version. */
    @SuppressWarnings("ReferenceEquality") // Comparing whole timelines would take longer than their lineage.
    public void show(PipelineRun run, int version, HloModule older, HloModule newer) {
        if (knownRun != run) {
            lineage = Lineage.of(run);
            knownRun = run;
            verdictsUpTo.clear();
        }
        // What the pass decided is said of its input too: there the pairs are that it looked at.
        show(new Content(older, newer, version, verdicts(run, version)));
    }

    /** The same for the same version, so that its picture is known again. */
    private FusionVerdicts verdicts(PipelineRun run, int version) {
        return verdictsUpTo.computeIfAbsent(version, each -> FusionVerdicts.upTo(run, each, lineage));
    }

    /** Lays out the next step that changes something, as soon as the pictures of this one are there. */
    private void lookAhead() {
        var shown = content;
        var run = knownRun;
        if (shown == null
                || run == null
                || mode.get() != Mode.BEFORE_AND_AFTER
                || before.model().busyProperty().get()
                || after.model().busyProperty().get()) {
            return;
        }
        for (int version = shown.version() + 1; version < run.versions(); version++) {
            if (run.runs().get(version - 1).isChanging()) {
                var older = run.version(version - 1);
                var next = new Content(older, run.version(version), version, verdicts(run, version));
                var difference = new VersionPair(next.before(), next.after());
                before.model().lookAhead(subject(next, difference, Side.BEFORE));
                after.model().lookAhead(subject(next, difference, Side.AFTER));
                return;
            }
        }
    }

    private static GraphSubject subject(Content shown, @Nullable VersionPair difference, Side side) {
        return side == Side.BEFORE
                ? new GraphSubject(shown.before(), Math.max(0, shown.version() - 1), difference, side, shown.verdicts())
                : new GraphSubject(shown.after(), shown.version(), difference, side, shown.verdicts());
    }

    /** Shows two modules; the newer one has this index on the timeline. */
    public void show(HloModule older, HloModule newer, int version) {
        show(new Content(older, newer, version, FusionVerdicts.NONE));
    }

    private void show(Content shown) {
        content = shown;
        refresh();
        followVersion(shown);
    }

    /** What is selected stays selected, in the version that is shown now. */
    private void followVersion(Content shown) {
        var path = selection.get();
        if (path != null && path.instructionId() != null) {
            int id = path.instructionId();
            boolean isThere = shown.after().computationOf(id).isPresent();
            if (isThere || shown.before().computationOf(id).isPresent()) {
                selection.set(path.inVersion(isThere ? shown.version() : Math.max(0, shown.version() - 1)));
            }
        }
    }

    /** Shows nothing, and forgets where things were: the next program has nothing to do with the last. */
    public void clear() {
        content = null;
        memory.forget();
        unionMemory.forget();
        refresh();
    }

    private void refresh() {
        var shown = content;
        if (shown == null) {
            before.model().show(null);
            after.model().show(null);
            union.model().show(null);
            return;
        }
        var difference = shown.before() == shown.after() ? null : new VersionPair(shown.before(), shown.after());
        var old = subject(shown, difference, Side.BEFORE);
        var now = subject(shown, difference, Side.AFTER);
        switch (mode.get()) {
            case BEFORE_AND_AFTER -> {
                before.model().show(old);
                after.model().show(now);
            }
            case BEFORE -> before.model().show(old);
            case AFTER -> after.model().show(now);
            case UNION -> union.model().show(subject(shown, difference, Side.UNION));
        }
    }

    /** Each view has its own version in its paths; the instruction is what they share. */
    private void linkSelections() {
        for (var view : new GraphView[] {before, after, union}) {
            view.selectionProperty().subscribe(path -> selectedIn(view, path));
            view.selectedEdgeProperty().subscribe(edge -> {
                if (edge != null || selectedEdge.get() != null) {
                    selectedEdge.set(edge);
                }
            });
        }
        selection.subscribe(this::spread);
        selectedEdge.subscribe(edge -> {
            for (var view : new GraphView[] {before, after, union}) {
                view.selectedEdgeProperty().set(edge);
                if (edge != null) {
                    view.reveal();
                }
            }
        });
    }

    private void selectedIn(GraphView view, @Nullable HloPath path) {
        var current = selection.get();
        boolean same = path != null
                && current != null
                && path.inVersion(current.version()).equals(current);
        if (!same && (path != null || view.isFocusWithin())) {
            selection.set(path);
        }
    }

    private void spread(@Nullable HloPath path) {
        for (var view : new GraphView[] {before, after, union}) {
            var subject = view.model().subjectProperty().get();
            view.selectionProperty().set(path == null || subject == null ? path : path.inVersion(subject.version()));
            if (path != null && linked.get()) {
                view.reveal();
            }
        }
    }

    private void shareOpenness() {
        for (var view : new GraphView[] {after, union}) {
            view.model().opennessProperty().bindBidirectional(before.model().opennessProperty());
            view.model().computationProperty().bindBidirectional(before.model().computationProperty());
            view.model().showsHeatProperty().bindBidirectional(before.model().showsHeatProperty());
            view.movesProperty().bind(before.movesProperty());
        }
        for (var view : new GraphView[] {before, after}) {
            view.model().graphProperty().subscribe(_ -> {
                shareHeat();
                lookAhead();
            });
        }
        before.model().showsHeatProperty().subscribe(_ -> shareHeat());
    }

    private void shareHeat() {
        if (before.model().showsHeatProperty().get() && mode.get() == Mode.BEFORE_AND_AFTER) {
            var graphs = Stream.of(before, after)
                    .flatMap(each ->
                            Optional.ofNullable(each.model().graphProperty().get()).stream())
                    .toList();
            var scale = HeatScale.of(graphs);
            before.heatScaleProperty().set(scale);
            after.heatScaleProperty().set(scale);
        } else {
            before.heatScaleProperty().set(null);
            after.heatScaleProperty().set(null);
        }
    }

    /** What can be done by hand about fusions, in all pictures. */
    public ObjectProperty<FusionMoves> movesProperty() {
        return before.movesProperty();
    }

    /** Whether edges are coloured by the bytes that cross from kernel to kernel. */
    public BooleanProperty showsHeatProperty() {
        return before.model().showsHeatProperty();
    }

    /** Shows the whole pictures. */
    public void fit() {
        before.fit();
        after.fit();
        union.fit();
    }

    public GraphView before() {
        return before;
    }

    public GraphView after() {
        return after;
    }

    public GraphView union() {
        return union;
    }

    public ObjectProperty<Mode> modeProperty() {
        return mode;
    }

    /** Whether before and after move and zoom together. */
    public BooleanProperty linkedProperty() {
        return linked;
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return selectedEdge;
    }

    /** Switches all motion on or off. */
    public void setAnimated(boolean animated) {
        before.animatedProperty().set(animated);
        after.animatedProperty().set(animated);
        union.animatedProperty().set(animated);
    }
}
