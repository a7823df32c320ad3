package org.hloexplorer.visualizers.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** What a graph view shows: the picture of one computation of a module, laid out, and what is selected in it. */
public final class GraphViewModel {
    private final Background background;
    private final LayoutMemory memory;
    private final Background ahead;
    private final GraphLayout layout = new GraphLayout();
    private final PictureCache pictures = new PictureCache();

    private final ReadOnlyObjectWrapper<@Nullable GraphSubject> subject = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<@Nullable VisualGraph> graph = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<@Nullable String> failure = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable EdgeSelection> selectedEdge = new SimpleObjectProperty<>();
    private final ObjectProperty<Openness> openness = new SimpleObjectProperty<>(Openness.DEFAULT);
    private final ObjectProperty<@Nullable Integer> computation = new SimpleObjectProperty<>();
    private final BooleanProperty highlightsFeeds = new SimpleBooleanProperty();
    private final BooleanProperty showsHeat = new SimpleBooleanProperty();
    private Map<String, Mark> path = Map.of();

    /** Lays out on this executor, and shows on the JavaFX thread. */
    public GraphViewModel(Executor worker, LayoutMemory memory) {
        this(new Background(worker), new Background(worker), memory);
    }

    public GraphViewModel(Background background, LayoutMemory memory) {
        this(background, background, memory);
    }

    private GraphViewModel(Background background, Background ahead, LayoutMemory memory) {
        this.background = background;
        this.ahead = ahead;
        this.memory = memory;
        openness.subscribe(_ -> refresh());
        computation.subscribe(_ -> refresh());
        selection.subscribe(_ -> {
            path = Map.of();
            mark();
        });
        selectedEdge.subscribe(_ -> mark());
        highlightsFeeds.subscribe(_ -> mark());
    }

    /** Shows another module or version, or nothing. */
    public void show(@Nullable GraphSubject shown) {
        subject.set(shown);
        var chosen = computation.get();
        if (shown != null && chosen != null && shown.module().find(chosen).isEmpty()) {
            computation.set(null);
        } else {
            refresh();
        }
    }

    private void refresh() {
        var shown = subject.get();
        failure.set(null);
        if (ahead != background) {
            ahead.cancel();
        }
        if (shown == null) {
            background.cancel();
            busy.set(false);
            graph.set(null);
            return;
        }
        int root = computationId(shown);
        var opened = openness.get();
        var known = pictures.find(PictureCache.Key.of(shown, root, opened));
        if (known.isPresent()) {
            background.cancel();
            memory.remember(known.get().geometry());
            finish(known.get());
            return;
        }
        busy.set(true);
        background.order(
                cancellation -> {
                    var made = picture(shown, root, opened, cancellation);
                    memory.remember(made.geometry());
                    return made;
                },
                this::finish,
                trouble -> {
                    busy.set(false);
                    failure.set(Words.say("graph.failed", String.valueOf(trouble.getMessage())));
                });
    }

    private void finish(VisualGraph made) {
        busy.set(false);
        graph.set(made);
        mark();
    }

    /** The picture laid out, which may have been ahead of time. */
    private VisualGraph picture(GraphSubject shown, int root, Openness opened, Cancellation cancellation) {
        var key = PictureCache.Key.of(shown, root, opened);
        var known = pictures.find(key);
        if (known.isPresent()) {
            return known.get();
        }
        var made = VisualGraphBuilder.build(shown, root, opened, cancellation);
        made.place(layout.layOut(made, memory.recall(), cancellation));
        pictures.add(key, made);
        return made;
    }

    /** Lays out what is likely to be looked at next, when there is nothing else to do; showing something ends it. */
    void lookAhead(GraphSubject next) {
        var chosen = computation.get();
        if (ahead == background
                || busy.get()
                || (chosen != null && next.module().find(chosen).isEmpty())) {
            return;
        }
        int root = computationId(next);
        var opened = openness.get();
        ahead.order(cancellation -> picture(next, root, opened, cancellation), _ -> {}, _ -> {});
    }

    /** Gives up the layout under way; the picture before it stays. */
    public void cancel() {
        background.cancel();
        busy.set(false);
        failure.set(Words.say("graph.cancelled"));
    }

    private int computationId(GraphSubject shown) {
        var chosen = computation.get();
        return chosen == null ? shown.module().entryId() : chosen;
    }

    /** The computation that is shown. */
    public Optional<Integer> shownComputation() {
        return Optional.ofNullable(subject.get()).map(this::computationId);
    }

    /** Selects what a node shows. */
    public void select(@Nullable VisualNode node) {
        var shown = subject.get();
        selectedEdge.set(null);
        selection.set(
                node == null || shown == null
                        ? null
                        : HloPath.toInstruction(shown.version(), node.computationId(), node.instructionId()));
    }

    /** Selects an edge; what was selected before gives way. */
    public void select(VisualEdge edge) {
        var shown = subject.get();
        var consumer = node(edge.to());
        if (shown != null && consumer.isPresent()) {
            selection.set(null);
            selectedEdge.set(new EdgeSelection(
                    shown.version(), consumer.get().computationId(), edge.producer(), edge.consumer()));
        }
    }

    /** The node that stands for the selected instruction: itself, its user, or the closed box it lies in. */
    public Optional<VisualNode> selectedNode() {
        var path = selection.get();
        return path == null || path.instructionId() == null ? Optional.empty() : visible(path.instructionId());
    }

    /** The node that stands for an instruction, whether it is drawn itself or lies in a closed box. */
    public Optional<VisualNode> visible(int instructionId) {
        var shownGraph = graph.get();
        var shown = subject.get();
        if (shownGraph == null || shown == null) {
            return Optional.empty();
        }
        return shownGraph.nodeOf(instructionId).or(() -> closedBoxAround(instructionId, shown.module()));
    }

    private Optional<VisualNode> closedBoxAround(int instructionId, HloModule module) {
        return module.computationOf(instructionId)
                .filter(each -> each.id() != module.entryId())
                .flatMap(each -> module.callers(each.id()).stream().findFirst())
                .flatMap(caller -> visible(caller.id()));
    }

    public Optional<VisualEdge> selectedVisualEdge() {
        var chosen = selectedEdge.get();
        var shown = graph.get();
        return chosen == null || shown == null ? Optional.empty() : shown.edge(chosen.producer(), chosen.consumer());
    }

    /** Opens a closed box or closes an open one. */
    public void toggleOpen(VisualNode node) {
        if (node.canOpen()) {
            openness.set(openness.get().with(node.instructionId(), !node.isOpen()));
        }
    }

    public void selectNextConsumer() {
        selectNext(node -> Objects.requireNonNull(graph.get()).consumers(node));
    }

    public void selectNextProducer() {
        selectNext(node -> Objects.requireNonNull(graph.get()).producers(node));
    }

    private void selectNext(Function<VisualNode, List<VisualNode>> neighbours) {
        var from = selectedNode();
        if (from.isPresent()) {
            neighbours.apply(from.get()).stream().findFirst().ifPresent(this::select);
        } else {
            Optional.ofNullable(graph.get())
                    .flatMap(each -> each.nodes().findFirst())
                    .ifPresent(this::select);
        }
    }

    /** Moves among the edges of the selected node, or to the next one from the selected edge. */
    public void selectNextEdge() {
        var shown = graph.get();
        if (shown == null) {
            return;
        }
        var current = selectedVisualEdge();
        var at = current.flatMap(edge -> node(edge.to())).or(this::selectedNode);
        at.ifPresent(node -> {
            var edges = shown.edgesAt(node);
            int index = current.map(edges::indexOf).orElse(-1);
            if (!edges.isEmpty()) {
                select(edges.get((index + 1) % edges.size()));
            }
        });
    }

    /** Makes the way between the selected node and another one stand out, in whichever direction there is one. */
    public void showPathTo(VisualNode other) {
        var shown = graph.get();
        var from = selectedNode();
        if (shown != null && from.isPresent()) {
            var way = shown.path(from.get(), other);
            var keys = way.isEmpty() ? shown.path(other, from.get()) : way;
            var marks = new HashMap<String, Mark>();
            keys.forEach(key -> marks.put(key, Mark.PATH));
            path = marks;
            mark();
        }
    }

    private Optional<VisualNode> node(String key) {
        return Optional.ofNullable(graph.get()).flatMap(each -> each.node(key));
    }

    private void mark() {
        var shown = graph.get();
        if (shown == null) {
            return;
        }
        var marks = new HashMap<String, Mark>(path);
        selectedNode().ifPresent(node -> {
            if (highlightsFeeds.get()) {
                markFeeds(shown, node, marks);
            }
            shown.edgesAt(node).forEach(edge -> marks.put(edge.key(), Mark.NEIGHBOUR));
            marks.put(node.key(), Mark.SELECTED);
        });
        selectedVisualEdge().ifPresent(edge -> {
            marks.put(edge.key(), Mark.SELECTED);
            marks.put(edge.from(), Mark.PATH);
            marks.put(edge.to(), Mark.PATH);
        });
        shown.mark(marks);
    }

    private static void markFeeds(VisualGraph shown, VisualNode node, Map<String, Mark> marks) {
        var feeds = shown.feeds(node);
        shown.nodes().forEach(each -> {
            boolean isBoxAround = each.isOpen() && node.key().startsWith(each.key() + "/");
            marks.put(each.key(), feeds.contains(each.key()) || isBoxAround ? Mark.FEEDS : Mark.DIMMED);
        });
        shown.edges().forEach(each -> marks.put(each.key(), feeds.contains(each.to()) ? Mark.FEEDS : Mark.DIMMED));
    }

    public ReadOnlyObjectProperty<@Nullable GraphSubject> subjectProperty() {
        return subject.getReadOnlyProperty();
    }

    /** The picture, laid out; null while there is none. */
    public ReadOnlyObjectProperty<@Nullable VisualGraph> graphProperty() {
        return graph.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty busyProperty() {
        return busy.getReadOnlyProperty();
    }

    /** Why there is no picture, in a sentence; null where there is one. */
    public ReadOnlyObjectProperty<@Nullable String> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return selectedEdge;
    }

    public ObjectProperty<Openness> opennessProperty() {
        return openness;
    }

    /** The computation to show; null for the entry computation. */
    public ObjectProperty<@Nullable Integer> computationProperty() {
        return computation;
    }

    /** Whether edges are coloured by the bytes that cross from kernel to kernel, in place of obstacles. */
    public BooleanProperty showsHeatProperty() {
        return showsHeat;
    }

    /** Whether everything that feeds the selected node stands out from the rest. */
    public BooleanProperty highlightsFeedsProperty() {
        return highlightsFeeds;
    }
}
