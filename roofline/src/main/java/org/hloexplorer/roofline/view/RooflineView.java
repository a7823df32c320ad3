package org.hloexplorer.roofline.view;

import atlantafx.base.theme.Styles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.roofline.RooflineCsv;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.WholeProgram;
import org.jspecify.annotations.Nullable;

/** The roofline: chart, table with the same kernels, and what limits the selected one. */
public final class RooflineView extends StackPane {
    private static final double TOOLTIP_WIDTH = 480;

    private final Words words = new Words();
    private final RooflineViewModel model = new RooflineViewModel();
    private final ChartPane chart = new ChartPane(model, words);
    private final ObjectProperty<@Nullable Runnable> onMeasure = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable Function<String, Optional<Path>>> onExport = new SimpleObjectProperty<>();
    private final ObjectProperty<DeviceKind> device = new SimpleObjectProperty<>(DeviceKind.CPU);
    private final StringProperty reason = new SimpleStringProperty("");

    public RooflineView() {
        setId("roofline-view");
        getStylesheets().add(styleSheet());
        var measured = measuredPane();
        var empty = emptyPane();
        measured.visibleProperty().bind(model.dataProperty().isNotNull());
        empty.visibleProperty().bind(model.dataProperty().isNull());
        getChildren().addAll(measured, empty);
    }

    public RooflineViewModel model() {
        return model;
    }

    /** Shows a measurement, or the invitation to make one. Call on the JavaFX thread. */
    public void show(@Nullable RooflineData data) {
        model.show(data);
    }

    /** What is measured: the CPU, or the TPU that is simulated. */
    public ObjectProperty<DeviceKind> deviceProperty() {
        return device;
    }

    /** Why nothing is shown although it was asked for, in a sentence; empty where there is no reason. */
    public StringProperty reasonProperty() {
        return reason;
    }

    /** What the measure buttons do. */
    public ObjectProperty<@Nullable Runnable> onMeasureProperty() {
        return onMeasure;
    }

    /** Asks the user for a file to export to, given the extension; empty where the user changes their mind. */
    public ObjectProperty<@Nullable Function<String, Optional<Path>>> onExportProperty() {
        return onExport;
    }

    /** The chart as the text of an SVG file; empty where nothing is shown. */
    public Optional<String> toSvg() {
        return chart.toSvg();
    }

    /** The chart alone, for a snapshot. */
    public Region chart() {
        return chart;
    }

    /** The middle of a kernel's dot in the chart's coordinates; empty where it has none. */
    public Optional<Point2D> dotOf(String stage, String kernel) {
        return chart.centreOf(stage, kernel);
    }

    private BorderPane measuredPane() {
        var split = new SplitPane(chart, new KernelTable(model, words));
        split.setDividerPositions(0.5);
        split.getStyleClass().add(Styles.INTERACTIVE);
        var pane = new BorderPane(split);
        pane.setTop(new VBox(bar(), refusal()));
        pane.setBottom(new VBox(wholeProgram(), verdict()));
        return pane;
    }

    /** Why what is shown is not what was asked for last. */
    private Label refusal() {
        var label = new Label();
        label.setId("roofline-refusal");
        label.setWrapText(true);
        label.getStyleClass().add("roofline-refusal");
        label.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> reason.get().isEmpty()
                                ? ""
                                : words.of(
                                        "refused",
                                        words.of("device." + device.get().text()),
                                        reason.get()),
                        reason,
                        device));
        label.visibleProperty().bind(label.textProperty().isNotEmpty());
        label.managedProperty().bind(label.visibleProperty());
        return label;
    }

    private HBox bar() {
        var summary = new Label();
        summary.setId("roofline-summary");
        summary.setMinWidth(0);
        summary.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> Optional.ofNullable(model.dataProperty().get())
                                .map(RooflineData::summary)
                                .orElse(""),
                        model.dataProperty()));
        HBox.setHgrow(summary, Priority.ALWAYS);
        summary.setMaxWidth(Double.MAX_VALUE);
        var whole = new Tooltip();
        whole.textProperty().bind(summary.textProperty());
        summary.setTooltip(whole);
        var filter = new TextField();
        filter.setId("roofline-filter");
        filter.setPromptText(words.of("filter"));
        filter.setAccessibleText(words.of("filter"));
        filter.setPrefColumnCount(9);
        filter.setMinWidth(90);
        filter.textProperty().bindBidirectional(model.filterProperty());
        var bar = new HBox(
                summary,
                devices("roofline-device"),
                filter,
                keepButton(),
                exportButton("csv", () -> text(RooflineCsv::of)),
                exportButton("svg", () -> toSvg().map(bytes -> bytes.getBytes(StandardCharsets.UTF_8))),
                exportButton("png", () -> Optional.of(ChartImage.png(chart))),
                measureButton("again", "roofline-again"));
        bar.getStyleClass().add("roofline-bar");
        return bar;
    }

    private Optional<byte[]> text(Function<RooflineData, String> format) {
        return Optional.ofNullable(model.dataProperty().get())
                .map(format)
                .map(bytes -> bytes.getBytes(StandardCharsets.UTF_8));
    }

    private Button exportButton(String format, Supplier<Optional<byte[]>> contents) {
        var button = new Button(words.of("export." + format));
        button.setId("roofline-export-" + format);
        button.setTooltip(new Tooltip(words.of("export." + format + ".tip")));
        button.setAccessibleText(words.of("export." + format + ".tip"));
        button.getStyleClass().addAll(Styles.SMALL, Styles.FLAT);
        button.setMinWidth(USE_PREF_SIZE);
        button.setOnAction(_ -> contents.get().ifPresent(bytes -> export(format, bytes)));
        return button;
    }

    private void export(String format, byte[] bytes) {
        var chooser = onExport.get();
        if (chooser == null) {
            return;
        }
        chooser.apply(format).ifPresent(path -> {
            try {
                Files.write(path, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + path + ": " + e.getMessage(), e);
            }
        });
    }

    /** The program run kernel by kernel beside the same compiled, as a formula with the numbers in it. */
    private Label wholeProgram() {
        var whole = new Label();
        whole.setId("roofline-whole-program");
        whole.setWrapText(true);
        whole.getStyleClass().add("roofline-whole-program");
        whole.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> Optional.ofNullable(model.dataProperty().get())
                                .map(data -> each(data, WholeProgram::toText))
                                .orElse(""),
                        model.dataProperty()));
        whole.visibleProperty().bind(whole.textProperty().isNotEmpty());
        whole.managedProperty().bind(whole.visibleProperty());
        var source = new Tooltip();
        source.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> Optional.ofNullable(model.dataProperty().get())
                                .map(data -> each(data, WholeProgram::source))
                                .orElse(""),
                        model.dataProperty()));
        source.setWrapText(true);
        source.setMaxWidth(TOOLTIP_WIDTH);
        whole.setTooltip(source);
        return whole;
    }

    /** A line for each program. */
    private static String each(RooflineData data, Function<WholeProgram, String> text) {
        return data.whole().stream().map(text).collect(Collectors.joining("\n"));
    }

    private Label verdict() {
        var verdict = new Label();
        verdict.setId("roofline-verdict");
        verdict.setWrapText(true);
        verdict.getStyleClass().add("roofline-verdict");
        verdict.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> Optional.ofNullable(model.selectedProperty().get())
                                .map(row -> row.placement().kernel().name() + ": "
                                        + row.placement().verdict())
                                .orElse(words.of("hint")),
                        model.selectedProperty()));
        return verdict;
    }

    private ComboBox<DeviceKind> devices(String id) {
        var box = new ComboBox<DeviceKind>();
        box.setId(id);
        box.setMinWidth(USE_PREF_SIZE);
        box.getItems().setAll(DeviceKind.CPU, DeviceKind.GPU, DeviceKind.TPU);
        box.setAccessibleText(words.of("device"));
        box.setTooltip(new Tooltip(words.of("device")));
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable DeviceKind kind) {
                return kind == null ? "" : words.of("device." + kind.text());
            }

            @Override
            public DeviceKind fromString(String text) {
                throw new UnsupportedOperationException("the box is not typed into");
            }
        });
        box.valueProperty().bindBidirectional(device);
        return box;
    }

    private VBox emptyPane() {
        var text = new Label();
        text.setId("roofline-empty");
        text.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> reason.get().isEmpty()
                                ? words.of("empty.text." + device.get().text())
                                : words.of("empty.reason") + " " + reason.get(),
                        reason,
                        device));
        text.setWrapText(true);
        var pane = new VBox(
                text, new HBox(8, devices("roofline-device-first"), measureButton("empty.action", "roofline-measure")));
        pane.getStyleClass().add("roofline-empty");
        return pane;
    }

    private ToggleButton keepButton() {
        var button = new ToggleButton(words.of("keep"));
        button.setId("roofline-keep");
        button.setTooltip(new Tooltip(words.of("keep.tip")));
        button.setAccessibleText(words.of("keep.tip"));
        button.setMinWidth(USE_PREF_SIZE);
        button.getStyleClass().add(Styles.SMALL);
        button.selectedProperty().bindBidirectional(model.keepingProperty());
        return button;
    }

    private Node measureButton(String key, String id) {
        var button = new Button(words.of(key));
        button.setId(id);
        button.getStyleClass().add(Styles.SMALL);
        button.setMinWidth(USE_PREF_SIZE);
        button.disableProperty().bind(onMeasure.isNull());
        button.setOnAction(_ -> Optional.ofNullable(onMeasure.get()).ifPresent(Runnable::run));
        return button;
    }

    private static String styleSheet() {
        return Objects.requireNonNull(RooflineView.class.getResource("roofline.css"))
                .toExternalForm();
    }
}
