package org.hloexplorer.visualizers.graph;

import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Fonts;
import org.hloexplorer.visualizers.ObstacleStyle;
import org.hloexplorer.visualizers.Palette;
import org.hloexplorer.visualizers.graph.DisplayList.DisplayEdge;
import org.jspecify.annotations.Nullable;

/** Draws edges in units of the picture; the context is already scaled. */
final class EdgePainter {
    private static final Font SIGN = Font.font(Fonts.INTERFACE, FontWeight.BOLD, 11);
    private static final Font LABEL = Font.font(Fonts.INTERFACE, 10.5);

    /** Values of fewer bytes have hollow arrows, as small arrays have in XLA's pictures. */
    private static final long LARGE = 16_384;

    private static final double OBSTACLE_DASH = 5;
    private static final double OBSTACLE_GAP = 7;

    private final GraphicsContext context;
    private final Palette palette;
    private final LevelOfDetail detail;
    private final boolean fadesSame;
    private final NodeSizes sizes;
    private final @Nullable HeatScale heat;

    /** @param heat colours edges by what crosses there; null where obstacles do */
    EdgePainter(
            GraphicsContext context,
            Palette palette,
            LevelOfDetail detail,
            boolean fadesSame,
            NodeSizes sizes,
            @Nullable HeatScale heat) {
        this.heat = heat;
        this.sizes = sizes;
        this.context = context;
        this.palette = palette;
        this.detail = detail;
        this.fadesSame = fadesSame;
    }

    void paint(DisplayEdge edge, VisualEdge data, boolean isHovered) {
        context.setGlobalAlpha(alpha(edge, data));
        var color = color(edge, data, isHovered);
        context.setStroke(color);
        context.setLineWidth(width(data, heat) + (edge.mark == Mark.SELECTED || isHovered ? 1 : 0));
        context.setLineCap(StrokeLineCap.BUTT);
        if (data.isControl()) {
            context.setLineDashes(2, 4);
        } else if (data.state() == DifferenceState.REMOVED) {
            context.setLineDashes(6, 4);
        }
        line(edge.route);
        context.setLineDashes();
        obstacleOn(edge, data, isHovered).ifPresent(obstacle -> {
            context.setStroke(obstacle);
            context.setLineDashes(OBSTACLE_DASH, OBSTACLE_GAP);
            line(edge.route);
            context.setLineDashes();
            context.setStroke(color);
        });
        if (detail.shows(LevelOfDetail.BOXES)) {
            arrow(edge.route, data.bytes() >= LARGE, color);
        }
        context.setGlobalAlpha(1);
    }

    private double alpha(DisplayEdge edge, VisualEdge data) {
        if (edge.mark == Mark.DIMMED) {
            return 0.2;
        }
        if (heat != null) {
            return data.crosses() ? 1 : 0.35;
        }
        return fadesSame && data.state() == DifferenceState.SAME && edge.mark == null ? 0.6 : 1;
    }

    /** What is new or gone has that colour; where its obstacle has one too, that runs along it in dashes. */
    private Optional<Color> obstacleOn(DisplayEdge edge, VisualEdge data, boolean isHovered) {
        var refusal = data.refusal();
        return isAccented(edge, isHovered)
                        || heat != null
                        || !data.state().isDifferent()
                        || refusal == null
                        || !data.hasSign()
                ? Optional.empty()
                : Optional.of(ObstacleStyle.of(refusal.obstacle()).color());
    }

    private static boolean isAccented(DisplayEdge edge, boolean isHovered) {
        return isHovered || (edge.mark != null && edge.mark != Mark.DIMMED);
    }

    private Color color(DisplayEdge edge, VisualEdge data, boolean isHovered) {
        if (isAccented(edge, isHovered)) {
            return palette.accent();
        }
        if (heat != null) {
            return data.crosses() ? heat.color(data.bytes(), palette.isDark()) : palette.line();
        }
        if (data.state().isDifferent()) {
            return NodePainter.stateColor(data.state(), palette);
        }
        var refusal = data.refusal();
        return refusal == null || !data.hasSign()
                ? palette.line()
                : ObstacleStyle.of(refusal.obstacle()).color();
    }

    /** From one unit for a scalar to about four for a gigabyte. */
    private static double width(VisualEdge data, @Nullable HeatScale heat) {
        if (heat != null) {
            return data.crosses() ? heat.width(data.bytes()) : 1;
        }
        return 1 + Math.max(0, Math.log10(Math.max(1, data.bytes()) / 1e3)) * 0.45;
    }

    private void line(double[] route) {
        int points = route.length / 2;
        double[] xs = new double[points];
        double[] ys = new double[points];
        for (int i = 0; i < points; i++) {
            xs[i] = route[2 * i];
            ys[i] = route[2 * i + 1];
        }
        context.strokePolyline(xs, ys, points);
    }

    private void arrow(double[] route, boolean isLarge, Color color) {
        if (route.length < 4) {
            return;
        }
        double x = route[route.length - 2];
        double y = route[route.length - 1];
        double[] xs = {x - 4, x + 4, x};
        double[] ys = {y - 8, y - 8, y};
        context.setFill(isLarge ? color : palette.background());
        context.fillPolygon(xs, ys, 3);
        context.setLineWidth(1);
        context.strokePolygon(xs, ys, 3);
    }

    /** The sign of the obstacle at the middle of the edge, and how much crosses there. */
    void paintSign(DisplayEdge edge, VisualEdge data, boolean hasLabel) {
        var refusal = data.refusal();
        double[] middle = Routes.middle(edge.route);
        context.setGlobalAlpha(edge.mark == Mark.DIMMED ? 0.25 : 1);
        if (heat == null && refusal != null && data.hasSign() && detail.shows(LevelOfDetail.BOXES)) {
            sign(ObstacleStyle.of(refusal.obstacle()), middle, edge.mark);
        }
        if (hasLabel && detail.shows(LevelOfDetail.FULL) && data.bytes() > 0) {
            label(Figures.bytes(data.bytes()), middle[0] + (data.hasSign() ? 12 : 5), middle[1]);
        }
        context.setGlobalAlpha(1);
    }

    private void sign(ObstacleStyle style, double[] middle, @Nullable Mark mark) {
        double radius = Routes.SIGN_RADIUS;
        context.setFill(style.color());
        context.fillOval(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius);
        context.setStroke(mark == Mark.SELECTED ? palette.accent() : palette.background());
        context.setLineWidth(mark == Mark.SELECTED ? 3 : 1.5);
        context.strokeOval(middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius);
        if (detail.shows(LevelOfDetail.TITLES)) {
            context.setFill(Color.WHITE);
            context.setFont(SIGN);
            context.setTextAlign(TextAlignment.CENTER);
            context.setTextBaseline(VPos.CENTER);
            context.fillText(style.sign(), middle[0], middle[1]);
        }
    }

    private void label(String text, double x, double y) {
        context.setFont(LABEL);
        context.setTextAlign(TextAlignment.LEFT);
        context.setTextBaseline(VPos.CENTER);
        context.setFill(palette.background());
        context.fillRect(x - 2, y - 6.5, sizes.nameWidth(text) + 4, 13);
        context.setFill(palette.muted());
        context.fillText(text, x, y);
    }
}
