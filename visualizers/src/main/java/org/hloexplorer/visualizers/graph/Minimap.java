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
    private static final double LARGEST_WIDTH = 180;
    private static final double LARGEST_HEIGHT = 140;
    private static final double MARGIN = 10;

    /** The map, unless the view shows the whole picture anyway. */
    static Optional<Minimap> of(GraphGeometry geometry, Viewport viewport, double width, double height) {
        var whole = viewport.toPixels(new Box(0, 0, geometry.width(), geometry.height()));
        boolean showsAll =
                whole.x() >= -1 && whole.y() >= -1 && whole.right() <= width + 1 && whole.bottom() <= height + 1;
        if (showsAll || geometry.width() <= 0 || width < 2 * LARGEST_WIDTH) {
            return Optional.empty();
        }
        double scale = Math.min(LARGEST_WIDTH / geometry.width(), LARGEST_HEIGHT / geometry.height());
        double mapWidth = Math.max(24, geometry.width() * scale);
        double mapHeight = Math.max(24, geometry.height() * scale);
        return Optional.of(new Minimap(
                new Box(width - mapWidth - MARGIN, height - mapHeight - MARGIN, mapWidth, mapHeight), scale));
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
