package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.hloexplorer.roofline.Numbers;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Stage;
import org.hloexplorer.roofline.view.Surface.Point;

/** The chart on a canvas that fills the pane; its colours come from the style sheet. */
final class ChartPane extends Region {
    private static final StyleablePropertyFactory<ChartPane> FACTORY =
            new StyleablePropertyFactory<>(Region.getClassCssMetaData());
    private static final String FONT = "Inter";
    /** How far beside a dot a click still means it, in pixels. */
    private static final double SLACK = 4;

    private final Canvas canvas = new Canvas();
    private final Tooltip tooltip = new Tooltip();
    private final RooflineViewModel model;
    private final Words words;

    private final StyleableProperty<Color> background = color("-hlox-background", ChartPane::background);
    private final StyleableProperty<Color> ink = color("-hlox-ink", ChartPane::ink);
    private final StyleableProperty<Color> muted = color("-hlox-muted", ChartPane::muted);
    private final StyleableProperty<Color> grid = color("-hlox-grid", ChartPane::grid);
    private final StyleableProperty<Color> arithmeticRoof = color("-hlox-arithmetic-roof", ChartPane::arithmeticRoof);
    private final StyleableProperty<Color> memoryRoof = color("-hlox-memory-roof", ChartPane::memoryRoof);
    private final StyleableProperty<Color> earlierStage = color("-hlox-earlier-stage", ChartPane::earlierStage);
    private final StyleableProperty<Color> lastStage = color("-hlox-last-stage", ChartPane::lastStage);
    private final StyleableProperty<Color> selection = color("-hlox-selection", ChartPane::selection);

    ChartPane(RooflineViewModel model, Words words) {
        this.model = model;
        this.words = words;
        getStyleClass().add("roofline-chart");
        setId("roofline-chart");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(words.of("chart.accessible"));
        getChildren().add(canvas);
        setMinSize(0, 0);
        model.dataProperty().subscribe(_ -> draw());
        model.selectedProperty().subscribe(_ -> draw());
        model.filterProperty().subscribe(_ -> draw());
        setOnMouseMoved(this::hover);
        setOnMouseExited(_ -> tooltip.hide());
        setOnMouseClicked(event -> dotAt(event.getX(), event.getY()).ifPresent(model::select));
    }

    /** The chart as the text of an SVG file of the size it has on the screen. */
    Optional<String> toSvg() {
        var data = shownData();
        return data.map(shown -> {
            var surface = new SvgSurface(getWidth(), getHeight(), FONT + ", sans-serif");
            paint(surface, shown);
            return surface.toSvg(colors().background());
        });
    }

    /** Where a kernel's dot is, for those that point at it; empty where it has none. */
    Optional<Point2D> centreOf(String stage, String kernel) {
        return shownData()
                .flatMap(data -> ChartFrame.plotted(data)
                        .filter(dot -> dot.kernel().name().equals(kernel)
                                && stageOf(data, dot).name().equals(stage))
                        .findFirst()
                        .map(dot -> ChartFrame.of(data, getWidth(), getHeight()).point(dot))
                        .map(point -> new Point2D(point.x(), point.y())));
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw();
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return FACTORY.getCssMetaData();
    }

    private void draw() {
        var graphics = canvas.getGraphicsContext2D();
        graphics.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        shownData().ifPresent(data -> paint(new CanvasSurface(graphics, FONT), data));
    }

    private void paint(Surface surface, RooflineData data) {
        var frame = ChartFrame.of(data, getWidth(), getHeight());
        var selected = model.selectedProperty().get();
        new RooflinePainter(surface, colors(), frame, data, words)
                .paint(selected == null ? null : selected.placement());
    }

    /** The data with the kernels that pass the filter; empty where nothing can be drawn. */
    private Optional<RooflineData> shownData() {
        var data = model.dataProperty().get();
        if (data == null || getWidth() < 120 || getHeight() < 90) {
            return Optional.empty();
        }
        var stages = data.stages().stream()
                .map(stage -> new Stage(
                        stage.name(),
                        stage.version(),
                        stage.kernels().stream().filter(model::isShown).toList()))
                .toList();
        return Optional.of(data.with(stages));
    }

    private void hover(MouseEvent event) {
        var dot = dotAt(event.getX(), event.getY());
        if (dot.isEmpty()) {
            tooltip.hide();
            return;
        }
        tooltip.setText(describe(dot.get()));
        tooltip.show(this, event.getScreenX() + 12, event.getScreenY() + 12);
    }

    private static String describe(Placement.Plotted dot) {
        var kernel = dot.kernel();
        return String.join(
                "\n",
                kernel.name(),
                "%s, %s"
                        .formatted(
                                Numbers.flops(kernel.flops().value()),
                                kernel.flops().source()),
                "%s, %s"
                        .formatted(
                                Numbers.bytes(kernel.bytes().value()),
                                kernel.bytes().source()),
                "%s, %s"
                        .formatted(
                                Numbers.seconds(kernel.seconds().value()),
                                kernel.seconds().source()),
                dot.verdict());
    }

    private Optional<Placement.Plotted> dotAt(double x, double y) {
        return shownData().flatMap(data -> {
            var frame = ChartFrame.of(data, getWidth(), getHeight());
            return ChartFrame.plotted(data)
                    .filter(dot ->
                            distance(frame.point(dot), x, y) <= RooflinePainter.radius(stageOf(data, dot), dot) + SLACK)
                    .min((a, b) -> Double.compare(distance(frame.point(a), x, y), distance(frame.point(b), x, y)));
        });
    }

    private static Stage stageOf(RooflineData data, Placement dot) {
        return data.stages().stream()
                .filter(stage -> stage.kernels().contains(dot))
                .findFirst()
                .orElseThrow();
    }

    private static double distance(Point point, double x, double y) {
        return Math.hypot(point.x() - x, point.y() - y);
    }

    private ChartColors colors() {
        return new ChartColors(
                background.getValue(),
                ink.getValue(),
                muted.getValue(),
                grid.getValue(),
                arithmeticRoof.getValue(),
                memoryRoof.getValue(),
                earlierStage.getValue(),
                lastStage.getValue(),
                selection.getValue());
    }

    private StyleableProperty<Color> color(String property, Function<ChartPane, StyleableProperty<Color>> getter) {
        var created = FACTORY.createStyleableColorProperty(this, property.substring(1), property, getter);
        if (created instanceof ObservableValue<?> observable) {
            observable.addListener((_, _, _) -> requestLayout());
        }
        return created;
    }

    private StyleableProperty<Color> background() {
        return background;
    }

    private StyleableProperty<Color> ink() {
        return ink;
    }

    private StyleableProperty<Color> muted() {
        return muted;
    }

    private StyleableProperty<Color> grid() {
        return grid;
    }

    private StyleableProperty<Color> arithmeticRoof() {
        return arithmeticRoof;
    }

    private StyleableProperty<Color> memoryRoof() {
        return memoryRoof;
    }

    private StyleableProperty<Color> earlierStage() {
        return earlierStage;
    }

    private StyleableProperty<Color> lastStage() {
        return lastStage;
    }

    private StyleableProperty<Color> selection() {
        return selection;
    }
}
