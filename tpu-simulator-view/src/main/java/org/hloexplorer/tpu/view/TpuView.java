package org.hloexplorer.tpu.view;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javafx.animation.AnimationTimer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.jspecify.annotations.Nullable;

/**
 * The weight-stationary array at work: every cell in every cycle, forwards and backwards.
 *
 * <p>Keys: left and right step a cycle, with Ctrl an event; space plays; Home and End go to the ends; Shift with arrows
 * moves the selected cell.
 */
public final class TpuView extends BorderPane {
    private static final double SIDE_WIDTH = 340;
    private static final Set<String> PRODUCTS = Set.of("dot", "convolution");
    private static final int MOST_REASONS = 5;
    private static final double LEAST_HEIGHT_WITH_WAVES = 360;
    /** Of controls, waveforms and timeline together. */
    private static final double HEIGHT_WITHOUT_ARRAY = 230;

    private static final double LEAST_CELL_WITH_NUMBERS = 15;
    private static final int MOST_ROWS_WITH_NUMBERS = 16;

    private final TpuViewModel model;
    private final BorderPane content = new BorderPane();
    private final ExportTarget exports = new ExportTarget();
    private final AnimationTimer clock;
    private final BooleanProperty isWithWaves = new SimpleBooleanProperty();
    private final TabPane side;
    private boolean wavesChosen;
    private boolean isFitting;

    public TpuView() {
        this(new TpuViewModel());
    }

    public TpuView(TpuViewModel model) {
        this.model = model;
        side = side(model);
        setId("tpu-view");
        getStyleClass().add("tpu-view");
        getStylesheets()
                .add(Objects.requireNonNull(TpuView.class.getResource("tpu-view.css"), "tpu-view.css")
                        .toExternalForm());
        build();
        clock = clock();
        model.playingProperty().subscribe(playing -> {
            if (playing) {
                clock.start();
            } else {
                clock.stop();
            }
        });
        model.simulationProperty().subscribe(this::showContent);
        model.sceneProperty().subscribe(this::showContent);
        showContent();
        addEventFilter(KeyEvent.KEY_PRESSED, new Keys(model)::handle);
    }

    /** Shows a simulation, or nothing. Call on the JavaFX thread. */
    public void show(@Nullable TpuSimulation simulation) {
        model.show(simulation);
    }

    /** The id of the instruction whose product is shown; null while there is none. To be bound to other views. */
    public ObjectProperty<@Nullable Integer> selectionProperty() {
        return model.selectedInstructionProperty();
    }

    /** Asks the user for a file to export to, given its extension; empty where the user changes their mind. */
    public ObjectProperty<@Nullable Function<String, Optional<Path>>> onExportProperty() {
        return exports.chooserProperty();
    }

    /** What is shown and how time runs. */
    public TpuViewModel model() {
        return model;
    }

    /** Brings a page beside the array to the front: {@code totals}, {@code chip}, {@code program} … */
    public void showSide(String page) {
        side.getSelectionModel()
                .select(side.getTabs().stream()
                        .filter(tab -> tab.getText().equalsIgnoreCase(page))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(Words.say("side.unknown", page))));
    }

    private void showContent() {
        setCenter(model.sceneProperty().get() == null ? emptyState() : content);
    }

    private void build() {
        var canvas = new ArrayCanvas(model);
        canvas.setAccessibleText(Words.say("array.name"));
        var scrub = new ScrubBar(model);
        scrub.setAccessibleText(Words.say("scrub.name"));
        var waves = new WaveStrip(model);
        waves.visibleProperty().bind(isWithWaves);
        waves.managedProperty().bind(isWithWaves);
        content.setTop(new Controls(model, canvas, isWithWaves, new ExportMenu(model, exports)));
        var middle = new BorderPane(canvas);
        middle.setBottom(new VBox(legendLine(), waves));
        content.setCenter(middle);
        content.setBottom(scrub);
        content.setRight(side);
        isWithWaves.subscribe(_ -> wavesChosen |= !isFitting);
        wavesChosen = false;
        heightProperty().subscribe(this::fitWaves);
        model.sceneProperty().subscribe(this::fitWaves);
    }

    /** Waveforms are shown where there is room for them and for the array's numbers, until the user decides. */
    private void fitWaves() {
        if (!wavesChosen) {
            isFitting = true;
            isWithWaves.set(getHeight() >= Math.max(LEAST_HEIGHT_WITH_WAVES, heightOfNumbers()));
            isFitting = false;
        }
    }

    /** What waveforms would have to leave for a small array to show numbers; nothing for a larger one. */
    private double heightOfNumbers() {
        var scene = model.sceneProperty().get();
        int rows = scene == null ? 0 : scene.config().rows();
        return rows > MOST_ROWS_WITH_NUMBERS ? 0 : HEIGHT_WITHOUT_ARRAY + rows * LEAST_CELL_WITH_NUMBERS;
    }

    /** The formula of the cell in focus at the left, what the timing assumes at the right. */
    private Node legendLine() {
        var formula = new Label();
        formula.setId("tpu-formula");
        formula.getStyleClass().add("tpu-formula");
        formula.setMinWidth(0);
        Runnable show = () -> {
            formula.setText(CellFormula.of(model));
            formula.setAccessibleText(formula.getText());
            formula.setTooltip(new Tooltip(formula.getText()));
        };
        model.cycleProperty().subscribe(show);
        model.sceneProperty().subscribe(show);
        model.hoveredCellProperty().subscribe(show);
        model.selectedCellProperty().subscribe(show);
        var line = new BorderPane();
        line.getStyleClass().add("tpu-line");
        line.setCenter(formula);
        BorderPane.setAlignment(formula, Pos.CENTER_LEFT);
        var right = new HBox(12, registers(), timing());
        right.setAlignment(Pos.CENTER_RIGHT);
        line.setRight(right);
        return line;
    }

    /** What the simulation of the registers says, while it runs along. */
    private Label registers() {
        var label = new Label();
        label.setId("tpu-registers-report");
        label.getStyleClass().add("text-muted");
        label.setMinWidth(USE_PREF_SIZE);
        label.textProperty().bind(model.registers().reportProperty());
        return label;
    }

    private Label timing() {
        var label = new Label();
        label.setId("tpu-timing");
        label.getStyleClass().add("text-muted");
        label.setMinWidth(USE_PREF_SIZE);
        model.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                var config = scene.config();
                label.setText(Words.say(
                        "timing.line",
                        config.name().equals(config.array()) ? "" : config.name() + " · ",
                        config.array(),
                        Words.say("type." + config.operandType().name()),
                        config.timing().flag()));
                label.setTooltip(new Tooltip(config.timing().legend() + "\n" + config.source()));
            }
        });
        return label;
    }

    private static TabPane side(TpuViewModel model) {
        var tabs = new TabPane(
                tab("totals", new Totals(model)),
                tab("chip", new ChipPane(model)),
                tab("program", new InstructionList(model)),
                tab("tiles", new TileMap(model)),
                tab("events", new EventList(model)),
                tab("elsewhere", new Elsewheres(model)));
        tabs.setId("tpu-side");
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
        tabs.getStyleClass().addAll("dense", "tpu-side");
        tabs.setPrefWidth(SIDE_WIDTH);
        tabs.setMinWidth(180);
        return tabs;
    }

    private static Tab tab(String key, Node node) {
        var tab = new Tab(Words.say("tab." + key), node);
        tab.setId("tpu-tab-" + key);
        return tab;
    }

    private Node emptyState() {
        var simulation = model.simulationProperty().get();
        var label = new Label(simulation == null ? Words.say("empty.nothing") : whyEmpty(simulation));
        label.setId("tpu-empty");
        label.setWrapText(true);
        label.setTextAlignment(TextAlignment.CENTER);
        label.setMaxWidth(460);
        label.getStyleClass().add("text-muted");
        return new StackPane(label);
    }

    private static String whyEmpty(TpuSimulation simulation) {
        var products = simulation.elsewhere().stream()
                .filter(each -> PRODUCTS.contains(each.opcode()))
                .map(each -> Words.say("empty.product", each.name(), each.reason()))
                .limit(MOST_REASONS)
                .toList();
        return products.isEmpty()
                ? Words.say("empty.products", simulation.title())
                : Words.say("empty.elsewhere", String.join("\n", products));
    }

    private AnimationTimer clock() {
        return new AnimationTimer() {
            private long last;

            @Override
            public void start() {
                last = 0;
                super.start();
            }

            @Override
            public void handle(long now) {
                if (last != 0) {
                    model.tick(now - last);
                }
                last = now;
            }
        };
    }
}
