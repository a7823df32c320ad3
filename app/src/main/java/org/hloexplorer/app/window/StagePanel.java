package org.hloexplorer.app.window;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** The middle of the window: one of several ways to look at a step from one version of the module to the next. */
final class StagePanel {

    /** The ways to look. */
    enum Mode {
        SIDES("left-pill"),
        UNION("center-pill"),
        TEXT("center-pill"),
        EDITOR("right-pill");

        private final String buttonStyle;

        Mode(String buttonStyle) {
            this.buttonStyle = buttonStyle;
        }

        static Optional<Mode> named(String name) {
            return Arrays.stream(values())
                    .filter(mode -> mode.name().equalsIgnoreCase(name))
                    .findFirst();
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Mode, Node> contents;
    private final Map<Mode, ToggleButton> buttons = new EnumMap<>(Mode.class);
    private final ReadOnlyObjectWrapper<Mode> mode = new ReadOnlyObjectWrapper<>(Mode.SIDES);
    private final BorderPane pane = new BorderPane();

    /** A stage with a line above it that says what is shown. */
    StagePanel(Map<Mode, Node> contents, Region heading) {
        this.contents = new EnumMap<>(contents);
        pane.setId("stage");
        pane.getStyleClass().add("panel");
        pane.setMinWidth(0);
        pane.setTop(head(heading));
        show(Mode.SIDES);
    }

    Region node() {
        return pane;
    }

    ReadOnlyObjectProperty<Mode> modeProperty() {
        return mode.getReadOnlyProperty();
    }

    /** The ways to look that there are. */
    Set<Mode> modes() {
        return contents.keySet();
    }

    void show(Mode shown) {
        mode.set(shown);
        buttons.forEach((each, button) -> button.setSelected(each == shown));
        pane.setCenter(contents.get(shown));
    }

    private Node head(Region heading) {
        var group = new ToggleGroup();
        var switches = new HBox();
        for (var each : contents.keySet()) {
            var button = new ToggleButton(Words.say("stage." + each.id()));
            button.setId("stage-" + each.id());
            button.setToggleGroup(group);
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.getStyleClass().addAll("small", each.buttonStyle);
            // A second click on the mode that is on must not turn it off.
            button.setOnAction(_ -> show(each));
            buttons.put(each, button);
            switches.getChildren().add(button);
        }
        heading.setMinWidth(0);
        HBox.setHgrow(heading, Priority.ALWAYS);
        var head = new HBox(10, heading, switches);
        head.getStyleClass().add("stage-head");
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }
}
