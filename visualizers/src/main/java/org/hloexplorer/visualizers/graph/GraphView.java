package org.hloexplorer.visualizers.graph;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** The picture of a computation, to be zoomed, walked and asked. */
public final class GraphView extends BorderPane {
    /** Of the picture, from which on a box counts as the ground that nodes lie on. */
    private static final double LARGE_PART = 0.15;

    /** Of the picture, by what is said at an edge; where more would be covered, the inspector says the same. */
    private static final double MOST_COVERED = 0.35;

    /** Pixels of an open node that only its title is in. */
    private static final double OPEN_HEAD = 12;

    private final GraphViewModel model;
    private final GraphCanvas canvas = new GraphCanvas();
    private final GraphPlacement placement = new GraphPlacement(canvas);
    private final GraphGestures gestures;
    private final EdgeCallout callout = new EdgeCallout("edge-sentence", MOST_COVERED);
    private final EdgeCallout dragCallout = new EdgeCallout("drag-sentence", 1);
    private final HeatLegend legend = new HeatLegend();
    private final ObjectProperty<FusionMoves> moves = new SimpleObjectProperty<>(this, "moves", FusionMoves.NONE);
    private final ObjectProperty<@Nullable HeatScale> heatScale = new SimpleObjectProperty<>();
    private final BooleanProperty animated = new SimpleBooleanProperty(this, "animated", true);
    private @Nullable VisualGraph shown;
    private int shownComputation = -1;

    public GraphView(GraphViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        getStyleClass().add("graph-view");
        var stage = new StackPane(canvas, legend, callout, dragCallout, new GraphOverlay(model));
        StackPane.setAlignment(callout, Pos.TOP_LEFT);
        StackPane.setAlignment(dragCallout, Pos.TOP_LEFT);
        StackPane.setAlignment(legend, Pos.BOTTOM_LEFT);
        stage.getStyleClass().add("graph-stage");
        setTop(head(new Breadcrumb(model)));
        setCenter(stage);
        canvas.setId("graph-canvas");
        canvas.setFocusTraversable(true);
        canvas.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        gestures = new GraphGestures(this, model, canvas);
        gestures.install();
        new GraphKeys(this, model).install(canvas);
        model.graphProperty().subscribe(this::show);
        model.selectionProperty().subscribe(_ -> selectionMoved());
        model.selectedEdgeProperty().subscribe(_ -> selectionMoved());
        canvas.viewportProperty().subscribe(_ -> placeCallout());
        canvas.ghostProperty().subscribe(this::tell);
        model.showsHeatProperty().subscribe(_ -> showHeat());
        heatScale.subscribe(_ -> showHeat());
        canvas.paletteProperty().subscribe(_ -> showHeat());
    }

    private HBox head(Breadcrumb breadcrumb) {
        breadcrumb.setMinWidth(0);
        HBox.setHgrow(breadcrumb, Priority.ALWAYS);
        var head = new HBox(breadcrumb, new GraphTools(model, this));
        head.getStyleClass().add("graph-head");
        return head;
    }

    private void show(@Nullable VisualGraph graph) {
        placement.place(() -> showInPlace(graph));
    }

    private void showInPlace(@Nullable VisualGraph graph) {
        int computation = model.shownComputation().orElse(-1);
        var anchor = shown == null || graph == null || computation != shownComputation
                ? Optional.<Anchor>empty()
                : Anchor.choose(shown, graph, canvas, model.selectedNode());
        shown = graph;
        shownComputation = computation;
        showHeat();
        canvas.show(graph, animated.get() && anchor.isPresent());
        if (anchor.isPresent()) {
            canvas.viewportProperty()
                    .set(anchor.get().viewport(canvas.viewportProperty().get(), canvas.geometry()));
        } else if (graph != null) {
            placement.start(graph);
        }
        selectionMoved();
    }

    /** Shows the whole picture. */
    public void fit() {
        placement.fit();
    }

    /** Moves the selected node, or else the middle of the picture, to the middle of the view. */
    public void centre() {
        var middle = new Box(canvas.geometry().width() / 2, canvas.geometry().height() / 2, 0, 0);
        var box = model.selectedNode()
                .map(node -> canvas.geometry().boxes().getOrDefault(node.key(), middle))
                .orElse(middle);
        canvas.viewportProperty()
                .set(canvas.viewportProperty().get().centred(box, canvas.getWidth(), canvas.getHeight()));
    }

    /** Zooms about the middle of the view. */
    public void zoom(double factor) {
        canvas.viewportProperty()
                .set(canvas.viewportProperty().get().zoomedAt(factor, canvas.getWidth() / 2, canvas.getHeight() / 2));
    }

    /** Whether the viewport changes by the user's hand and not because another picture finds its place. */
    boolean isMovedByHand() {
        return placement.isMovedByHand();
    }

    /** Moves the view where the selected node or edge would otherwise be out of sight. */
    public void reveal() {
        model.selectedNode()
                .flatMap(canvas::pixels)
                .or(() -> model.selectedVisualEdge().map(this::middle))
                .ifPresent(placement::reveal);
    }

    private void selectionMoved() {
        var graph = shown;
        canvas.setAccessibleText(
                graph == null
                        ? Words.say("graph.empty")
                        : model.selectedNode()
                                .map(node -> GraphWords.about(node, graph))
                                .or(() -> model.selectedVisualEdge().map(edge -> GraphWords.about(edge, graph)))
                                .orElseGet(() -> Words.say("graph.accessible", graph.nodeCount())));
        placeCallout();
    }

    private void placeCallout() {
        var graph = shown;
        var edge = model.selectedVisualEdge();
        if (graph == null
                || edge.isEmpty()
                || !isOfThisVersion(model.selectedEdgeProperty().get())) {
            callout.hide();
            return;
        }
        var middle = middle(edge.get());
        if (!placement.isInSight(middle)) {
            callout.hide();
            return;
        }
        callout.show(
                GraphWords.about(edge.get(), graph), middle, nodesInSight(), canvas.getWidth(), canvas.getHeight());
    }

    /** Nodes in sight, in pixels, without boxes so large that everything lies in them. */
    private List<Box> nodesInSight() {
        var viewport = canvas.viewportProperty().get();
        var sight = new Box(0, 0, canvas.getWidth(), canvas.getHeight());
        double large = sight.width() * sight.height() * LARGE_PART;
        return canvas.geometry().boxes().values().stream()
                .map(viewport::toPixels)
                .filter(box -> sight.intersects(box) && box.width() * box.height() < large)
                .toList();
    }

    private void tell(FusionDrag.@Nullable Ghost moving) {
        if (moving == null || moving.advice().sentence().isEmpty()) {
            dragCallout.hide();
        } else {
            var place = new Box(moving.x() - 60, moving.y() - 16, 120, 32);
            dragCallout.show(moving.advice().sentence(), place, List.of(), canvas.getWidth(), canvas.getHeight());
        }
    }

    /** The scale is common to the pictures that are compared; by itself, a picture has its own. */
    private void showHeat() {
        var graph = shown;
        if (graph == null || !model.showsHeatProperty().get()) {
            canvas.showHeat(null);
            legend.hide();
            return;
        }
        var common = heatScale.get();
        var scale = common == null ? HeatScale.of(List.of(graph)) : common;
        canvas.showHeat(scale);
        legend.show(scale, HeatScale.total(graph), canvas.palette().isDark());
    }

    /** The scale that this picture shares with others. */
    ObjectProperty<@Nullable HeatScale> heatScaleProperty() {
        return heatScale;
    }

    /** What can be done by hand about fusions. */
    public ObjectProperty<FusionMoves> movesProperty() {
        return moves;
    }

    /** Where the selected node or edge is on the screen. */
    Optional<Bounds> selectionOnScreen() {
        return model.selectedNode()
                .flatMap(canvas::pixels)
                .or(() -> model.selectedVisualEdge().map(this::middle))
                .map(this::onScreen);
    }

    /** Views of other versions only mark the edge. */
    private boolean isOfThisVersion(@Nullable EdgeSelection edge) {
        var subject = model.subjectProperty().get();
        return edge != null && subject != null && edge.version() == subject.version();
    }

    private Box middle(VisualEdge edge) {
        double[] middle = Routes.middle(canvas.geometry().routes().getOrDefault(edge.key(), new double[0]));
        double radius = Routes.SIGN_RADIUS;
        return canvas.viewportProperty()
                .get()
                .toPixels(new Box(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius));
    }

    /** Where the node that stands for this instruction is on the screen; empty where the picture has none. */
    public Optional<Bounds> boundsOf(int instructionId) {
        return model.visible(instructionId).flatMap(canvas::pixels).map(this::onScreen);
    }

    /** Where the middle of this edge is on the screen: the place to click. */
    public Optional<Bounds> boundsOfEdge(int producer, int consumer) {
        return Optional.ofNullable(shown)
                .flatMap(graph -> graph.edge(producer, consumer))
                .map(edge -> onScreen(middle(edge)));
    }

    /** Says what a pointer is told that rests on an edge, which is brought into sight; false where there is none. */
    public boolean restOnEdge(int producer, int consumer) {
        return Optional.ofNullable(shown)
                .flatMap(graph -> graph.edge(producer, consumer))
                .filter(edge -> {
                    placement.reveal(middle(edge));
                    return rest(middle(edge));
                })
                .isPresent();
    }

    /** The same of the node that stands for an instruction. */
    public boolean restOn(int instructionId) {
        return model.visible(instructionId)
                .filter(node -> {
                    canvas.pixels(node).ifPresent(placement::reveal);
                    return canvas.pixels(node)
                            .filter(box -> rest(head(node, box)))
                            .isPresent();
                })
                .isPresent();
    }

    /** Of an open node, what no inner node covers. */
    private static Box head(VisualNode node, Box box) {
        return node.isOpen() ? new Box(box.x(), box.y(), box.width(), Math.min(box.height(), OPEN_HEAD)) : box;
    }

    private boolean rest(Box box) {
        return gestures.rest(box.centerX(), box.centerY());
    }

    private Bounds onScreen(Box box) {
        return canvas.localToScreen(new BoundingBox(box.x(), box.y(), box.width(), box.height()));
    }

    public GraphViewModel model() {
        return model;
    }

    /** Which part of the picture is on the screen; views that move together bind or follow it. */
    public ObjectProperty<Viewport> viewportProperty() {
        return canvas.viewportProperty();
    }

    /** Whether nodes move from their old places to their new ones. */
    public BooleanProperty animatedProperty() {
        return animated;
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return model.selectionProperty();
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return model.selectedEdgeProperty();
    }
}
