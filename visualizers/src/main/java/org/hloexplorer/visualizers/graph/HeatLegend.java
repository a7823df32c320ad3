package org.hloexplorer.visualizers.graph;

import java.util.stream.IntStream;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.scene.paint.CycleMethod;
import javafx.scene.paint.LinearGradient;
import javafx.scene.paint.Stop;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Words;

/** Says which colour stands for how many bytes, and how many there are in all. */
final class HeatLegend extends VBox {
    private static final int STOPS = 7;
    private static final double LENGTH = 70;

    private final Label least = new Label();
    private final Label most = new Label();
    private final Label total = new Label();
    private final Region bar = new Region();

    HeatLegend() {
        setId("heat-legend");
        getStyleClass().add("heat-legend");
        setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        setMouseTransparent(true);
        bar.setMinSize(LENGTH, 8);
        bar.setMaxSize(LENGTH, 8);
        total.setId("heat-total");
        var scale = new HBox(6, least, bar, most);
        scale.setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(scale, total);
        hide();
    }

    void hide() {
        setVisible(false);
        setManaged(false);
    }

    void show(HeatScale scale, long crossing, boolean isDark) {
        bar.setBackground(new Background(new BackgroundFill(gradient(isDark), new CornerRadii(2), Insets.EMPTY)));
        least.setText(Figures.bytes(scale.least()));
        most.setText(Figures.bytes(scale.most()));
        total.setText(Words.say("graph.heat.total", Figures.bytes(crossing)));
        setVisible(true);
        setManaged(true);
    }

    private static LinearGradient gradient(boolean isDark) {
        var stops = IntStream.rangeClosed(0, STOPS)
                .mapToObj(i -> new Stop((double) i / STOPS, color((double) i / STOPS, isDark)))
                .toList();
        return new LinearGradient(0, 0, 1, 0, true, CycleMethod.NO_CYCLE, stops);
    }

    private static Color color(double heat, boolean isDark) {
        return HeatScale.colorAt(heat, isDark);
    }
}
