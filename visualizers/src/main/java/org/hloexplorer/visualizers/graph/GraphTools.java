package org.hloexplorer.visualizers.graph;

import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.hloexplorer.visualizers.Words;
import org.kordamp.ikonli.javafx.FontIcon;

/** The buttons of a picture: its size, and what is marked in it. They stand beside it, so that they cover no node. */
final class GraphTools extends HBox {

    GraphTools(GraphViewModel model, GraphView view) {
        getStyleClass().add("graph-tools");
        setMinWidth(USE_PREF_SIZE);
        getChildren()
                .setAll(
                        button("fit", "mdi2f-fit-to-page-outline", view::fit),
                        button("zoomIn", "mdi2p-plus", () -> view.zoom(1.25)),
                        button("zoomOut", "mdi2m-minus", () -> view.zoom(0.8)),
                        feeds(model),
                        heat(model));
    }

    private static Button button(String name, String icon, Runnable action) {
        var button = new Button();
        dress(button, name, icon);
        button.setOnAction(_ -> action.run());
        return button;
    }

    private static ToggleButton feeds(GraphViewModel model) {
        var button = new ToggleButton();
        dress(button, "feeds", "mdi2f-file-tree-outline");
        button.selectedProperty().bindBidirectional(model.highlightsFeedsProperty());
        return button;
    }

    private static ToggleButton heat(GraphViewModel model) {
        var button = new ToggleButton();
        dress(button, "heat", "mdi2t-thermometer");
        button.selectedProperty().bindBidirectional(model.showsHeatProperty());
        return button;
    }

    private static void dress(ButtonBase button, String name, String icon) {
        button.setId("graph-" + name);
        button.setGraphic(new FontIcon(icon));
        button.getStyleClass().addAll("flat", "button-icon");
        button.setFocusTraversable(false);
        var words = Words.say("graph.button." + name);
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
    }
}
