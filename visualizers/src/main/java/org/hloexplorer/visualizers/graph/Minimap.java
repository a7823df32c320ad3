package org.hloexplorer.visualizers.graph;

import java.util.Optional;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.Image;
import javafx.scene.paint.Color;
import org.hloexplorer.visualizers.Palette;
import org.jspecify.annotations.Nullable;

/**
 * The whole picture in the corner of a view, with the part that the view shows.
 *
 * @param frame where the map lies, in pixels
 */
record Minimap(Box frame, double scale) {
    private static final double LARGEST_WIDTH = 110;
    private static final double LARGEST_HEIGHT = 120;
    /** The most of a view's width or height that the map may cover. */
    private static final double LARGEST_SHARE = 0.35;
    /** Where more of the picture than this is in sight, a map of it tells nothing new. */
    private static final double MOSTLY_SEEN = 0.6;

    private static final double MARGIN = 10;

    /** The map, unless the view is too small for one or shows most of the picture anyway. */
    static Optional<Minimap> of(GraphGeometry geometry, Viewport viewport, double width, double height) {
        if (geometry.width() <= 0 || seen(geometry, viewport, width, height) > MOSTLY_SEEN) {
            return Optional.empty();
        }
        double scale = Math.min(LARGEST_WIDTH / geometry.width(), LARGEST_HEIGHT / geometry.height());
        double mapWidth = Math.max(24, geometry.width() * scale);
        double mapHeight = Math.max(24, geometry.height() * scale);
        if (mapWidth > width * LARGEST_SHARE || mapHeight > height * LARGEST_SHARE) {
            return Optional.empty();
        }
        return Optional.of(new Minimap(
                new Box(width - mapWidth - MARGIN, height - mapHeight - MARGIN, mapWidth, mapHeight), scale));
    }

    /** The part of the picture's area that the view shows. */
    private static double seen(GraphGeometry geometry, Viewport viewport, double width, double height) {
        var whole = viewport.toPixels(new Box(0, 0, geometry.width(), geometry.height()));
        double seenWidth = Math.min(whole.right(), width) - Math.max(whole.x(), 0);
        double seenHeight = Math.min(whole.bottom(), height) - Math.max(whole.y(), 0);
        return Math.max(0, seenWidth) * Math.max(0, seenHeight) / (whole.width() * whole.height());
    }

    void paintFrame(GraphicsContext context, Palette palette) {
        context.setFill(palette.raised().deriveColor(0, 1, 1, 0.92));
        context.fillRoundRect(frame.x() - 4, frame.y() - 4, frame.width() + 8, frame.height() + 8, 6, 6);
        context.setStroke(palette.border());
        context.setLineWidth(1);
        context.strokeRoundRect(frame.x() - 4, frame.y() - 4, frame.width() + 8, frame.height() + 8, 6, 6);
    }

    /** The nodes of the picture, small. */
    Image image(DisplayList list, Palette palette) {
        var canvas = new Canvas(frame.width(), frame.height());
        var context = canvas.getGraphicsContext2D();
        for (var node : list.nodes()) {
            var data = node.data;
            if (data != null) {
                context.setFill(color(node.mark, data, palette));
                context.fillRect(
                        node.box.x() * scale,
                        node.box.y() * scale,
                        Math.max(1, node.box.width() * scale),
                        Math.max(1, node.box.height() * scale));
            }
        }
        var parameters = new SnapshotParameters();
        parameters.setFill(Color.TRANSPARENT);
        return canvas.snapshot(parameters, null);
    }

    private static Color color(@Nullable Mark mark, VisualNode data, Palette palette) {
        if (mark == Mark.SELECTED) {
            return palette.accent();
        }
        var color = data.state().isDifferent() ? NodePainter.stateColor(data.state(), palette) : palette.muted();
        return color.deriveColor(0, 1, 1, data.isOpen() ? 0.25 : data.state().isDifferent() ? 1 : 0.6);
    }

    void paintVisiblePart(GraphicsContext context, Box visible, Palette palette) {
        double left = Math.max(frame.x() - 3, frame.x() + visible.x() * scale);
        double top = Math.max(frame.y() - 3, frame.y() + visible.y() * scale);
        double right = Math.min(frame.right() + 3, frame.x() + visible.right() * scale);
        double bottom = Math.min(frame.bottom() + 3, frame.y() + visible.bottom() * scale);
        context.setStroke(palette.accent());
        context.setLineWidth(1.5);
        context.strokeRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }

    /** The viewport that has the point of the map below these pixels in the middle of the view. */
    Viewport lookingAt(double x, double y, Viewport viewport, double width, double height) {
        double pictureX = (x - frame.x()) / scale;
        double pictureY = (y - frame.y()) / scale;
        return viewport.centred(new Box(pictureX, pictureY, 0, 0), width, height);
    }
}
