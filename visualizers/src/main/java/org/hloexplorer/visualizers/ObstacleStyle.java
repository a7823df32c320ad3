package org.hloexplorer.visualizers;

import java.util.Locale;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;

/**
 * How an obstacle to fusion is shown: a colour for its family, a sign for itself.
 *
 * @param sign one character, readable without the colour
 */
public record ObstacleStyle(String sign, Color color) {
    private static final Color LEGALITY = Color.web("#9a4fc4");
    private static final Color COST = Color.web("#c2528b");
    private static final Color BUDGET = Color.web("#a8700a");
    private static final Color LIBRARY = Color.web("#12848c");
    private static final Color USER = Color.web("#6e7781");

    public static ObstacleStyle of(Obstacle obstacle) {
        return switch (obstacle) {
            case NOT_FUSIBLE -> new ObstacleStyle("\u00d7", LEGALITY);
            case CREATES_CYCLE -> new ObstacleStyle("o", LEGALITY);
            case IN_PLACE_HAZARD -> new ObstacleStyle("!", LEGALITY);
            case DUPLICATES_WORK -> new ObstacleStyle("2", COST);
            case NOT_PROFITABLE -> new ObstacleStyle("\u2212", COST);
            case EXCEEDS_BUDGET -> new ObstacleStyle(">", BUDGET);
            case LIBRARY_CALL -> new ObstacleStyle("L", LIBRARY);
            case FORBIDDEN_BY_USER -> new ObstacleStyle("U", USER);
        };
    }

    /** Such as {@code duplicates work}. */
    public static String words(Obstacle obstacle) {
        return Words.say("obstacle." + obstacle.name().toLowerCase(Locale.ROOT));
    }
}
