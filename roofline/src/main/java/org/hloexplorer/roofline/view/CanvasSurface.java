package org.hloexplorer.roofline.view;

import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;

/** Draws on a canvas. */
final class CanvasSurface implements Surface {
    private final GraphicsContext graphics;
    private final String fontFamily;

    CanvasSurface(GraphicsContext graphics, String fontFamily) {
        this.graphics = graphics;
        this.fontFamily = fontFamily;
    }

    @Override
    public void line(Point from, Point to, Stroke stroke) {
        apply(stroke);
        graphics.strokeLine(from.x(), from.y(), to.x(), to.y());
    }

    @Override
    public void polygon(List<Point> corners, Color fill) {
        graphics.setFill(fill);
        graphics.fillPolygon(
                corners.stream().mapToDouble(Point::x).toArray(),
                corners.stream().mapToDouble(Point::y).toArray(),
                corners.size());
    }

    @Override
    public void circle(Point centre, double radius, Color fill, Stroke outline) {
        graphics.setFill(fill);
        graphics.fillOval(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
        apply(outline);
        graphics.strokeOval(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    }

    @Override
    public void text(String text, Point at, Anchor anchor, Color color, double size, boolean bold, double degrees) {
        graphics.save();
        graphics.translate(at.x(), at.y());
        graphics.rotate(degrees);
        graphics.setFont(Font.font(fontFamily, bold ? FontWeight.BOLD : FontWeight.NORMAL, size));
        graphics.setFill(color);
        graphics.setTextAlign(
                switch (anchor) {
                    case START -> TextAlignment.LEFT;
                    case MIDDLE -> TextAlignment.CENTER;
                    case END -> TextAlignment.RIGHT;
                });
        graphics.fillText(text, 0, 0);
        graphics.restore();
    }

    @Override
    public void clipped(Point topLeft, Point bottomRight, Runnable drawing) {
        graphics.save();
        graphics.beginPath();
        graphics.rect(topLeft.x(), topLeft.y(), bottomRight.x() - topLeft.x(), bottomRight.y() - topLeft.y());
        graphics.clip();
        drawing.run();
        graphics.restore();
    }

    private void apply(Stroke stroke) {
        graphics.setStroke(stroke.color());
        graphics.setLineWidth(stroke.width());
        graphics.setLineDashes(
                stroke.dashes().stream().mapToDouble(Double::doubleValue).toArray());
    }
}
