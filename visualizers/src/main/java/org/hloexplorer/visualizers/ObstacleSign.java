package org.hloexplorer.visualizers;

import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.jspecify.annotations.Nullable;

/** The round sign before a decision: done, refused, or refused for a kind of obstacle. */
public final class ObstacleSign {
    private static final ObstacleStyle DONE = new ObstacleStyle("\u2713", Color.web("#1a7f37"));
    private static final ObstacleStyle REFUSED = new ObstacleStyle("\u00d7", Color.web("#6e7781"));

    private ObstacleSign() {}

    /** A sign for a decision; the obstacle of a refused fusion is in its tooltip. */
    public static Label of(boolean isPositive, @Nullable Obstacle obstacle) {
        var style = obstacle != null ? ObstacleStyle.of(obstacle) : isPositive ? DONE : REFUSED;
        var words = obstacle != null
                ? ObstacleStyle.words(obstacle)
                : Words.say(isPositive ? "decision.done" : "decision.refused");
        var sign = new Label(style.sign());
        sign.getStyleClass().add("obstacle-sign");
        sign.setStyle("-fx-background-color: " + web(style.color()) + ";");
        sign.setTooltip(new Tooltip(words));
        sign.setAccessibleText(words);
        return sign;
    }

    private static String web(Color color) {
        return "#%02x%02x%02x"
                .formatted(
                        Math.round(color.getRed() * 255),
                        Math.round(color.getGreen() * 255),
                        Math.round(color.getBlue() * 255));
    }
}
