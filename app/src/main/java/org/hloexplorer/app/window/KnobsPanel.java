package org.hloexplorer.app.window;

import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.KnobsModel;
import org.hloexplorer.app.workbench.KnobsModel.Knob;
import org.jspecify.annotations.Nullable;

/** All knobs of the pipeline, to be dragged or written, and what the last change did. */
final class KnobsPanel {
    private static final double VALUE_WIDTH = 110;
    private static final double SLIDER_WIDTH = 200;

    private final KnobsModel model;
    private final GridPane grid = new GridPane(12, 4);
    private final Label effect = new Label(Words.say("knobs.none"));
    private final BorderPane pane = new BorderPane();

    KnobsPanel(KnobsModel model) {
        this.model = model;
        grid.setPadding(new Insets(8, 12, 8, 12));
        grid.getColumnConstraints()
                .addAll(
                        column(Priority.NEVER),
                        column(Priority.NEVER),
                        column(Priority.NEVER),
                        column(Priority.ALWAYS));
        var scroll = new ScrollPane(grid);
        scroll.setFitToWidth(true);
        pane.setId("knobs");
        pane.setTop(head());
        pane.setCenter(scroll);
        pane.setMinHeight(0);
        model.knobs().addListener((ListChangeListener<Knob>) _ -> fill());
        model.effectProperty().subscribe(this::tell);
        fill();
    }

    Region node() {
        return pane;
    }

    private static ColumnConstraints column(Priority grow) {
        var column = new ColumnConstraints();
        column.setHgrow(grow);
        column.setMinWidth(Region.USE_PREF_SIZE);
        if (grow == Priority.ALWAYS) {
            column.setMinWidth(60);
        }
        return column;
    }

    private Node head() {
        var reset = new Button(Words.say("knobs.reset"));
        reset.setId("knobs-reset");
        reset.setOnAction(_ -> model.reset());
        effect.setId("knobs-effect");
        effect.setMinWidth(0);
        HBox.setHgrow(effect, Priority.ALWAYS);
        effect.setMaxWidth(Double.MAX_VALUE);
        var head = new HBox(12, effect, reset);
        head.setPadding(new Insets(6, 12, 4, 12));
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private void tell(@Nullable String sentence) {
        if (sentence != null) {
            effect.setText(sentence);
        }
    }

    private void fill() {
        grid.getChildren().clear();
        int row = 0;
        for (var knob : model.knobs()) {
            var name = new Label(knob.option().name());
            if (!knob.isDefault()) {
                name.getStyleClass().add("knob-turned");
            }
            var value = field(knob);
            var summary = new Label("%s (%s)".formatted(knob.option().summary(), knob.pass()));
            summary.setMinWidth(0);
            summary.setTooltip(new Tooltip(summary.getText()));
            name.setLabelFor(value);
            grid.add(name, 0, row);
            grid.add(value, 1, row);
            if (knob.isCount()) {
                grid.add(slider(knob, value), 2, row);
            }
            grid.add(summary, 3, row);
            row++;
        }
    }

    private static String id(String kind, Knob knob) {
        return kind + knob.option().name().replace('.', '-');
    }

    private TextField field(Knob knob) {
        var field = new TextField(knob.value());
        field.setId(id("knob-", knob));
        field.setPrefWidth(VALUE_WIDTH);
        field.setAccessibleText(Words.say("knobs.value", knob.option().name()));
        field.setOnAction(_ -> turn(knob, field));
        field.focusedProperty().subscribe(isFocused -> {
            if (!isFocused) {
                turn(knob, field);
            }
        });
        return field;
    }

    private void turn(Knob knob, TextField field) {
        var refusal = model.turn(knob, field.getText().strip());
        refusal.ifPresent(effect::setText);
        field.pseudoClassStateChanged(PseudoClass.getPseudoClass("error"), refusal.isPresent());
    }

    /** Takes effect when it is let go: each value in between would run the pipeline. */
    private Slider slider(Knob knob, TextField field) {
        var slider = new Slider(0, knob.largest(), Long.parseLong(knob.value()));
        slider.setId(id("slide-", knob));
        slider.setPrefWidth(SLIDER_WIDTH);
        slider.setAccessibleText(Words.say("knobs.slide", knob.option().name()));
        ObservableValue<String> whole =
                slider.valueProperty().map(value -> Long.toString(Math.round(value.doubleValue())));
        whole.subscribe(text -> {
            if (slider.isValueChanging()) {
                field.setText(text);
            }
        });
        slider.valueChangingProperty().subscribe(isChanging -> {
            if (!isChanging && !whole.getValue().equals(knob.value())) {
                field.setText(whole.getValue());
                turn(knob, field);
            }
        });
        slider.setOnKeyReleased(_ -> {
            field.setText(whole.getValue());
            turn(knob, field);
        });
        return slider;
    }
}
