package org.hloexplorer.app.window;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.app.workbench.FusionChoices;
import org.hloexplorer.app.workbench.FusionChoices.Choice;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.jspecify.annotations.Nullable;

/** Lets the user overrule what the rules decide about the selected edge, or the selected instruction and whatever uses it. */
final class FusionChooser {
    private final Workbench workbench;
    private final FusionChoices choices;
    private final Map<Choice, ToggleButton> buttons = new EnumMap<>(Choice.class);
    private final Label heading = new Label();
    private final Label effect = new Label();
    private final VBox box = new VBox();
    private @Nullable Pair pair;

    FusionChooser(Workbench workbench) {
        this.workbench = workbench;
        this.choices = workbench.fusionChoices();
        var group = new ToggleGroup();
        add(Choice.BY_RULES, "left-pill", group);
        add(Choice.FUSE, "center-pill", group);
        add(Choice.KEEP_APART, "right-pill", group);
        heading.setWrapText(true);
        heading.getStyleClass().add("muted");
        box.setId("fusion-chooser");
        box.getStyleClass().add("fusion-chooser");
        box.getChildren().setAll(heading, new HBox(buttons.values().toArray(Node[]::new)), effect);
        effect.setWrapText(true);
        effect.setId("fusion-effect");
        effect.textProperty().bind(choices.effectProperty());
        effect.visibleProperty().bind(effect.textProperty().isNotEmpty());
        effect.managedProperty().bind(effect.visibleProperty());
        workbench.selection().edgeProperty().subscribe(this::show);
        workbench.selection().pathProperty().subscribe(this::show);
        workbench.timeline().runProperty().subscribe(this::show);
    }

    Node node() {
        return box;
    }

    private void add(Choice choice, String style, ToggleGroup group) {
        var key = choice.name().toLowerCase(Locale.ROOT);
        var button = new ToggleButton(Words.say("fusion." + key));
        button.setId("fusion-" + key.replace('_', '-'));
        button.getStyleClass().addAll(style, "small");
        button.setToggleGroup(group);
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setTooltip(new Tooltip(Words.say("fusion." + key + ".tip")));
        button.setOnAction(_ -> {
            button.setSelected(true);
            if (pair != null) {
                choices.choose(pair, choice);
            }
        });
        buttons.put(choice, button);
    }

    private void show() {
        var edge = workbench.selection().edgeProperty().get();
        var path = workbench.selection().pathProperty().get();
        var selected = edge != null ? choices.pair(edge) : path == null ? Optional.<Pair>empty() : choices.pair(path);
        // A pair that has become one is selected no more, and can still be given back to the rules.
        selected.ifPresent(found -> pair = found);
        var shown = edge == null && selected.isEmpty() ? null : pair;
        box.setVisible(shown != null);
        box.setManaged(shown != null);
        if (shown != null) {
            var consumer = shown.consumer().equals(FusionPairs.ANY) ? Words.say("fusion.any") : shown.consumer();
            heading.setText(Words.say("fusion.heading", shown.producer(), consumer));
            var chosen = choices.of(shown);
            buttons.forEach((choice, button) -> button.setSelected(choice == chosen));
        }
    }
}
