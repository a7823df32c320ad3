package org.hloexplorer.roofline.view;

import java.util.List;
import javafx.scene.paint.Color;

/** What the chart is drawn on: a canvas on the screen, or an SVG file. Coordinates are pixels, y down. */
interface Surface {

    /** How text sits on its point. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** A point in pixels. */
    record Point(double x, double y) {}

    /** How a line looks; no dashes for a solid one. */
    record Stroke(Color color, double width, List<Double> dashes) {
        static Stroke solid(Color color, double width) {
            return new Stroke(color, width, List.of());
        }
    }

    void line(Point from, Point to, Stroke stroke);

    void polygon(List<Point> corners, Color fill);

    void circle(Point centre, double radius, Color fill, Stroke outline);

    /** Text with its baseline at the point, turned around it by {@code degrees}. */
    void text(String text, Point at, Anchor anchor, Color color, double size, boolean bold, double degrees);

    /** Everything drawn by {@code drawing} is cut off outside this rectangle. */
    void clipped(Point topLeft, Point bottomRight, Runnable drawing);
}
