package org.hloexplorer.visualizers.graph;

/**
 * Which part of the picture is on the screen, and how large.
 *
 * @param scale pixels per unit of the picture
 * @param dx where the left edge of the picture is, in pixels from the left of the view
 */
public record Viewport(double scale, double dx, double dy) {

    public static final Viewport ORIGIN = new Viewport(1, 0, 0);

    private static final double SMALLEST = 0.004;
    private static final double LARGEST = 4;
    private static final double MARGIN = 16;

    /** Keeps the point at these pixels where it is. */
    public Viewport zoomedAt(double factor, double x, double y) {
        double zoomed = Math.clamp(scale * factor, SMALLEST, LARGEST);
        double ratio = zoomed / scale;
        return new Viewport(zoomed, x - (x - dx) * ratio, y - (y - dy) * ratio);
    }

    public Viewport movedBy(double pixelsX, double pixelsY) {
        return new Viewport(scale, dx + pixelsX, dy + pixelsY);
    }

    /** The whole picture in the middle of a view, not enlarged. */
    public static Viewport fitting(GraphGeometry geometry, double width, double height) {
        if (geometry.width() <= 0 || geometry.height() <= 0) {
            return ORIGIN;
        }
        double scale = Math.clamp(
                Math.min((width - 2 * MARGIN) / geometry.width(), (height - 2 * MARGIN) / geometry.height()),
                SMALLEST,
                1);
        return new Viewport(scale, (width - geometry.width() * scale) / 2, (height - geometry.height() * scale) / 2);
    }

    /** The same scale with the middle of this box in the middle of a view. */
    public Viewport centred(Box box, double width, double height) {
        return new Viewport(scale, width / 2 - box.centerX() * scale, height / 2 - box.centerY() * scale);
    }

    public double toPictureX(double pixels) {
        return (pixels - dx) / scale;
    }

    public double toPictureY(double pixels) {
        return (pixels - dy) / scale;
    }

    /** A box of the picture in pixels. */
    public Box toPixels(Box box) {
        return new Box(box.x() * scale + dx, box.y() * scale + dy, box.width() * scale, box.height() * scale);
    }

    /** The part of the picture that a view of this size shows. */
    public Box visible(double width, double height) {
        return new Box(toPictureX(0), toPictureY(0), width / scale, height / scale);
    }
}
