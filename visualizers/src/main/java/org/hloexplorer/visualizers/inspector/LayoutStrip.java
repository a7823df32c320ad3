package org.hloexplorer.visualizers.inspector;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Words;

/** An array's dimensions in the order they vary in memory, the slowest first, each with the distance of its steps. */
final class LayoutStrip extends VBox {

    LayoutStrip(Shape.Array shape) {
        getStyleClass().add("layout-strip");
        setId("layout");
        var row = new HBox();
        row.getStyleClass().add("layout-row");
        var order = shape.layout().minorToMajor().reversed();
        for (int i = 0; i < order.size(); i++) {
            row.getChildren().add(dimension(shape, order.get(i), i == order.size() - 1));
        }
        var caption = new Label(Words.say(order.size() > 1 ? "layout.order" : "layout.single"));
        caption.getStyleClass().add("muted");
        getChildren().addAll(row, caption);
        if (!shape.layout().tiles().isEmpty()) {
            var tiles =
                    new Label(Words.say("layout.tiles", shape.layout().tiles().toString()));
            tiles.getStyleClass().add("muted");
            getChildren().add(tiles);
        }
        setAccessibleText(Words.say("layout.accessible", order.toString()));
    }

    private static VBox dimension(Shape.Array shape, int dimension, boolean isMinor) {
        var size = new Label(Long.toString(shape.dimension(dimension)));
        size.getStyleClass().add("layout-size");
        var name = new Label(Words.say("layout.dimension", dimension));
        name.getStyleClass().add("muted");
        var step = new Label(Words.say("layout.step", Figures.bytes(step(shape, dimension))));
        step.getStyleClass().add("muted");
        var box = new VBox(name, size, step);
        box.setAlignment(Pos.CENTER);
        box.getStyleClass().addAll("layout-dimension", isMinor ? "minor" : "major");
        return box;
    }

    /** Bytes from one element to the next along a dimension, tiles left aside. */
    private static long step(Shape.Array shape, int dimension) {
        long step = shape.elementType().bytes();
        for (int each : shape.layout().minorToMajor()) {
            if (each == dimension) {
                break;
            }
            step *= Math.max(1, shape.dimension(each));
        }
        return step;
    }
}
