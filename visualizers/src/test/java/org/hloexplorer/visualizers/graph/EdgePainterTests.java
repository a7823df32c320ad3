package org.hloexplorer.visualizers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.RewriteOrdinal;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.visualizers.FusionVerdicts.Basis;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;
import org.hloexplorer.visualizers.ObstacleStyle;
import org.hloexplorer.visualizers.Palette;
import org.hloexplorer.visualizers.graph.DisplayList.DisplayEdge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The colours along an edge: what stands in the way of fusing, and what became of it between two versions. */
@ExtendWith(ApplicationExtension.class)
final class EdgePainterTests {
    private static final int LENGTH = 200;
    private static final int X = 20;
    private static final Palette PALETTE = Palette.LIGHT;
    private static final Color OBSTACLE =
            ObstacleStyle.of(Obstacle.DUPLICATES_WORK).color();

    @Start
    void start(Stage stage) {
        stage.show();
    }

    @Test
    void anEdgeThatStayedHasTheColourOfItsObstacle(FxRobot robot) {
        assertThat(colours(robot, edge(DifferenceState.NONE, true)))
                .anyMatch(each -> isLike(each, OBSTACLE))
                .noneMatch(each -> isLike(each, NodePainter.stateColor(DifferenceState.ADDED, PALETTE)));
    }

    @Test
    void anEdgeThatChangedTooHasBothColours(FxRobot robot) {
        for (var state : List.of(DifferenceState.ADDED, DifferenceState.REMOVED, DifferenceState.CHANGED)) {
            assertThat(colours(robot, edge(state, true)))
                    .as(state.toString())
                    .anyMatch(each -> isLike(each, OBSTACLE))
                    .anyMatch(each -> isLike(each, NodePainter.stateColor(state, PALETTE)));
        }
    }

    @Test
    void aNewEdgeThatNothingStandsInTheWayOfHasTheColourOfWhatIsNew(FxRobot robot) {
        assertThat(colours(robot, edge(DifferenceState.ADDED, false)))
                .noneMatch(each -> isLike(each, OBSTACLE))
                .anyMatch(each -> isLike(each, NodePainter.stateColor(DifferenceState.ADDED, PALETTE)));
    }

    private static VisualEdge edge(DifferenceState state, boolean isRefused) {
        var decision = isRefused
                ? FusionDecision.forbid(Obstacle.DUPLICATES_WORK, "it would run twice", "a check of XLA")
                : FusionDecision.allow("both run as one loop");
        var event = new FusionConsidered(new RewriteOrdinal(0, 0, 0), 1, "p", 2, "c", decision, null);
        var verdict = new Verdict(event, "fusion", 1, Basis.REPORTED, !isRefused);
        return new VisualEdge(
                "e", "1", "2", 1, 2, List.of(0), "f32[1000000]", 4_000_000, state, verdict, false, isRefused);
    }

    /** Along the middle of the line, without the head of its arrow. */
    private static List<Color> colours(FxRobot robot, VisualEdge data) {
        var picture = new WritableImage[1];
        robot.interact(() -> {
            var canvas = new Canvas(2 * X, LENGTH);
            var context = canvas.getGraphicsContext2D();
            context.setFill(PALETTE.background());
            context.fillRect(0, 0, 2 * X, LENGTH);
            var edge = new DisplayEdge(data.key());
            edge.route = new double[] {X, 0, X, LENGTH};
            var painter = new EdgePainter(context, PALETTE, LevelOfDetail.at(1), true, new NodeSizes(), null);
            painter.paint(edge, data, false);
            picture[0] = canvas.snapshot(null, null);
        });
        return IntStream.range(0, LENGTH - 20)
                .mapToObj(y -> picture[0].getPixelReader().getColor(X, y))
                .toList();
    }

    private static boolean isLike(Color one, Color other) {
        return Math.abs(one.getRed() - other.getRed())
                        + Math.abs(one.getGreen() - other.getGreen())
                        + Math.abs(one.getBlue() - other.getBlue())
                < 0.05;
    }
}
