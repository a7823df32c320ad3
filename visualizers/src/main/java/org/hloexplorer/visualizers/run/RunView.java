package org.hloexplorer.visualizers.run;

import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.collections.FXCollections;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** Runs the program, and shows outputs, their comparison with the reference, and times. */
public final class RunView extends BorderPane {
    private static final double DEVICE_WIDTH = 280;

    private final RunViewModel model;
    private final VBox content = new VBox();

    public RunView(RunViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        setId("run");
        content.getStyleClass().add("run-content");
        var scroll = new ScrollPane(content);
        scroll.setFitToWidth(true);
        var message = new Label();
        message.setId("run-message");
        message.setWrapText(true);
        message.getStyleClass().addAll("muted", "run-message");
        message.textProperty().bind(model.messageProperty());
        message.managedProperty().bind(message.textProperty().isNotEmpty());
        setTop(new VBox(controls(), message));
        setCenter(scroll);
        model.reportProperty().subscribe(this::show);
    }

    private HBox controls() {
        var seed = new TextField();
        seed.setId("run-seed");
        seed.setPrefColumnCount(6);
        seed.setAccessibleText(Words.say("run.seed"));
        seed.textProperty().bindBidirectional(model.seedProperty());
        var repeat = new Spinner<Integer>(1, 1000, 1);
        repeat.setId("run-repeat");
        repeat.setPrefWidth(84);
        repeat.setAccessibleText(Words.say("run.repeat"));
        repeat.getValueFactory()
                .valueProperty()
                .subscribe(count -> model.repeatProperty().set(count));
        var compare = new CheckBox(Words.say("run.compare"));
        compare.setId("run-compare");
        compare.selectedProperty().bindBidirectional(model.comparesProperty());
        var run = new Button(Words.say("run.run"));
        run.setId("run-start");
        run.getStyleClass().add("accent");
        run.setOnAction(_ -> model.run());
        run.disableProperty().bind(model.runningProperty());
        var cancel = new Button(Words.say("cancel"));
        cancel.setId("run-cancel");
        cancel.setOnAction(_ -> model.cancel());
        cancel.visibleProperty().bind(model.runningProperty());
        var bar = new HBox(
                devices(),
                label("run.contractions"),
                contractions(),
                label("run.seed"),
                seed,
                label("run.repeat"),
                repeat,
                compare,
                run,
                cancel);
        bar.getStyleClass().add("filter-bar");
        bar.getChildren().stream().skip(1).forEach(control -> ((Region) control).setMinWidth(Region.USE_PREF_SIZE));
        return bar;
    }

    private static Label label(String words) {
        var label = new Label(Words.say(words));
        label.getStyleClass().add("muted");
        return label;
    }

    /** The choice is for the processor alone, so that it rests while another device is chosen. */
    private ComboBox<ContractionEngine> contractions() {
        var box = new ComboBox<>(FXCollections.observableArrayList(ContractionEngine.values()));
        box.setId("run-contractions");
        box.setAccessibleText(Words.say("run.contractions.all"));
        box.setTooltip(new Tooltip(Words.say("run.contractions.all")));
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable ContractionEngine engine) {
                return engine == null ? "" : Words.say("run.contractions." + engine.text());
            }

            @Override
            public ContractionEngine fromString(String text) {
                throw new UnsupportedOperationException("the box is not typed into");
            }
        });
        box.valueProperty().bindBidirectional(model.contractionsProperty());
        box.disableProperty()
                .bind(Bindings.createBooleanBinding(
                        () -> {
                            var device = model.deviceProperty().get();
                            return device != null && device.kind() != DeviceKind.CPU;
                        },
                        model.deviceProperty()));
        return box;
    }

    private ComboBox<DeviceDescription> devices() {
        var box = new ComboBox<>(model.devices());
        box.setId("run-device");
        box.setAccessibleText(Words.say("run.device"));
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable DeviceDescription device) {
                return device == null
                        ? Words.say("run.device")
                        : Words.say(
                                device.isAvailable() ? "run.deviceName" : "run.deviceMissing",
                                device.kind().text(),
                                device.name());
            }

            @Override
            public DeviceDescription fromString(String text) {
                throw new UnsupportedOperationException("the box is not typed into");
            }
        });
        box.valueProperty().bindBidirectional(model.deviceProperty());
        // Drivers give their devices names of a hundred letters, and why one is missing takes a sentence.
        box.setPrefWidth(DEVICE_WIDTH);
        box.setMinWidth(0);
        return box;
    }

    private void show(@Nullable RunReport report) {
        content.getChildren().setAll(report == null ? List.of() : RunReportNodes.of(report));
    }
}
