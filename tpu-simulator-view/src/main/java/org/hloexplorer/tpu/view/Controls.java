package org.hloexplorer.tpu.view;

import java.util.stream.IntStream;
import javafx.beans.property.BooleanProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToolBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.materialdesign2.MaterialDesignA;
import org.kordamp.ikonli.materialdesign2.MaterialDesignF;
import org.kordamp.ikonli.materialdesign2.MaterialDesignM;
import org.kordamp.ikonli.materialdesign2.MaterialDesignP;
import org.kordamp.ikonli.materialdesign2.MaterialDesignS;

/** The line of controls above the array: which product, where in time, how fast. What has no room goes into a menu. */
final class Controls extends ToolBar {
    private final TpuViewModel model;
    private final ArrayCanvas canvas;
    private final BooleanProperty isWithWaves;

    /** @param isWithWaves whether waveforms are shown */
    Controls(TpuViewModel model, ArrayCanvas canvas, BooleanProperty isWithWaves, Node export) {
        this.model = model;
        this.canvas = canvas;
        this.isWithWaves = isWithWaves;
        getStyleClass().add("tpu-controls");
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        getItems().addAll(products(), units());
        getItems().addAll(transport());
        getItems().addAll(speed(), speedLabel(), position(), spacer, heat());
        getItems().addAll(view());
        getItems().add(export);
    }

    private ComboBox<MatMulRun> products() {
        var box = new ComboBox<>(model.matMuls());
        box.setId("tpu-matmul");
        box.setPrefWidth(190);
        box.setMinWidth(110);
        box.setAccessibleText(Words.say("control.product"));
        box.setTooltip(new Tooltip(Words.say("control.product")));
        box.valueProperty().bindBidirectional(model.selectedProperty());
        return box;
    }

    /** Only where a chip's matrix units share the product. */
    private ComboBox<Integer> units() {
        var box = new ComboBox<Integer>();
        box.setId("tpu-unit");
        box.setPrefWidth(70);
        box.setMinWidth(70);
        box.setAccessibleText(Words.say("control.unit"));
        box.setTooltip(new Tooltip(Words.say("control.unit")));
        box.setConverter(Named.by(unit -> Words.say("control.unit.value", unit)));
        model.sceneProperty().subscribe(scene -> {
            int count = scene == null ? 0 : scene.run().simulation().plans().size();
            box.setVisible(count > 1);
            box.setManaged(count > 1);
            if (box.getItems().size() != count) {
                box.getItems().setAll(IntStream.range(0, count).boxed().toList());
            }
            if (scene != null) {
                box.setValue(scene.unit());
            }
        });
        box.valueProperty().subscribe(unit -> {
            if (unit != null) {
                model.unitProperty().set(unit);
            }
        });
        return box;
    }

    private Node[] transport() {
        var forward = play(Direction.FORWARD, "play", 0);
        var backward = play(Direction.BACKWARD, "play-back", 180);
        return new Node[] {
            button("start", MaterialDesignS.SKIP_PREVIOUS, model::goToStart),
            button("previous-event", MaterialDesignS.SKIP_BACKWARD, () -> model.stepByUnit(Direction.BACKWARD)),
            button("step-back", MaterialDesignS.STEP_BACKWARD, () -> model.step(Direction.BACKWARD)),
            backward,
            forward,
            button("step", MaterialDesignS.STEP_FORWARD, () -> model.step(Direction.FORWARD)),
            button("next-event", MaterialDesignS.SKIP_FORWARD, () -> model.stepByUnit(Direction.FORWARD)),
            stepUnit(),
            button("end", MaterialDesignS.SKIP_NEXT, model::goToEnd)
        };
    }

    /** What the two buttons about it skip to. */
    private ComboBox<StepUnit> stepUnit() {
        var box = new ComboBox<StepUnit>();
        box.setId("tpu-step-unit");
        box.setPrefWidth(92);
        box.setMinWidth(70);
        box.getItems().setAll(StepUnit.values());
        box.setAccessibleText(Words.say("control.step-unit"));
        box.setTooltip(new Tooltip(Words.say("control.step-unit")));
        box.setConverter(Named.by(StepUnit::word));
        box.valueProperty().bindBidirectional(model.stepUnitProperty());
        return box;
    }

    private Button play(Direction direction, String key, double angle) {
        var button = button(key, MaterialDesignP.PLAY, () -> model.togglePlay(direction));
        var play = new FontIcon(MaterialDesignP.PLAY);
        play.setRotate(angle);
        var pause = new FontIcon(MaterialDesignP.PAUSE);
        Runnable show = () -> button.setGraphic(
                model.playingProperty().get() && model.directionProperty().get() == direction ? pause : play);
        model.playingProperty().subscribe(show);
        model.directionProperty().subscribe(show);
        show.run();
        return button;
    }

    private Slider speed() {
        var slider = new Slider(TpuViewModel.SLOWEST, TpuViewModel.FASTEST, 0);
        slider.setId("tpu-speed");
        slider.setPrefWidth(96);
        slider.setMinWidth(50);
        slider.setBlockIncrement(0.25);
        slider.setAccessibleText(Words.say("control.speed"));
        slider.setTooltip(new Tooltip(Words.say("control.speed")));
        slider.valueProperty().bindBidirectional(model.speedExponentProperty());
        return slider;
    }

    private Label speedLabel() {
        var label = new Label();
        label.setId("tpu-speed-label");
        label.setMinWidth(84);
        label.getStyleClass().add("text-muted");
        model.speedExponentProperty()
                .subscribe(_ -> label.setText(
                        Words.say("control.speed.value", Figures.count(Math.round(model.cyclesPerSecond())))));
        return label;
    }

    private Label position() {
        var label = new Label();
        label.setId("tpu-position");
        label.getStyleClass().add("tpu-position");
        label.setMinWidth(Region.USE_PREF_SIZE);
        Runnable show = () -> label.setText(text());
        model.cycleProperty().subscribe(show);
        model.sceneProperty().subscribe(show);
        return label;
    }

    private String text() {
        var scene = model.sceneProperty().get();
        if (scene == null) {
            return "";
        }
        return Words.say(
                "control.position",
                Figures.count(model.cycleProperty().get()),
                Figures.count(scene.cycles()),
                Figures.count(model.tileProperty().get()),
                Figures.count(scene.plan().folds()));
    }

    /** Only where the array is drawn as a picture. */
    private ComboBox<HeatMode> heat() {
        var box = new ComboBox<HeatMode>();
        box.setId("tpu-heat");
        box.setPrefWidth(112);
        box.setMinWidth(92);
        box.getItems().setAll(HeatMode.values());
        box.setValue(HeatMode.WAVE);
        box.setAccessibleText(Words.say("control.heat"));
        box.setTooltip(new Tooltip(Words.say("control.heat")));
        box.setConverter(Named.by(HeatMode::word));
        box.valueProperty().subscribe(mode -> canvas.setHeat(mode == null ? HeatMode.WAVE : mode));
        model.sceneProperty().subscribe(scene -> {
            boolean isLarge = scene != null
                    && Math.max(scene.config().rows(), scene.config().cols()) > Detail.LARGEST_COLOURED;
            box.setVisible(isLarge);
            box.setManaged(isLarge);
        });
        return box;
    }

    private Node[] view() {
        var motion = new ToggleButton();
        motion.setGraphic(new FontIcon(MaterialDesignA.ANIMATION_OUTLINE));
        name(motion, "motion");
        motion.selectedProperty().bindBidirectional(model.motionProperty());
        var waves = new ToggleButton();
        waves.setGraphic(new FontIcon(MaterialDesignS.SQUARE_WAVE));
        name(waves, "waves-toggle");
        waves.selectedProperty().bindBidirectional(isWithWaves);
        var registers = new ToggleButton();
        registers.setGraphic(new FontIcon(MaterialDesignM.MEMORY));
        name(registers, "registers");
        registers.selectedProperty().bindBidirectional(model.registers().wantedProperty());
        model.sceneProperty().subscribe(scene -> {
            boolean isOffered = scene != null && RegisterCells.isOffered(scene);
            registers.setVisible(isOffered);
            registers.setManaged(isOffered);
        });
        return new Node[] {
            button("zoom-out", MaterialDesignM.MAGNIFY_MINUS_OUTLINE, () -> canvas.zoomBy(0.8)),
            button("zoom-in", MaterialDesignM.MAGNIFY_PLUS_OUTLINE, () -> canvas.zoomBy(1.25)),
            button("fit", MaterialDesignF.FIT_TO_PAGE_OUTLINE, canvas::resetZoom),
            motion,
            registers,
            waves
        };
    }

    private static Button button(String key, Ikon icon, Runnable action) {
        var button = new Button();
        button.setGraphic(new FontIcon(icon));
        name(button, key);
        button.setOnAction(_ -> action.run());
        return button;
    }

    private static void name(ButtonBase button, String key) {
        button.setId("tpu-" + key);
        button.setAccessibleText(Words.say("control." + key));
        button.setTooltip(new Tooltip(Words.say("control." + key)));
        button.getStyleClass().addAll("flat", "tpu-button");
    }
}
