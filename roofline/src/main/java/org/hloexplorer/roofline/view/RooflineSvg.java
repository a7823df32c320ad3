package org.hloexplorer.roofline.view;

import javafx.scene.paint.Color;
import org.hloexplorer.roofline.RooflineData;

/** A roofline as a picture of its own, for pages and papers; needs no window. */
public final class RooflineSvg {
    /** Those of the light theme. */
    private static final ChartColors COLORS = new ChartColors(
            Color.WHITE,
            Color.web("#1f2328"),
            Color.web("#656d76"),
            Color.web("#d8dee4"),
            Color.web("#0969da"),
            Color.web("#cf222e"),
            Color.web("#9a6700"),
            Color.web("#0969da"),
            Color.web("#1f2328"));

    private RooflineSvg() {}

    /** The text of an SVG file of this size in pixels. */
    public static String of(RooflineData data, double width, double height) {
        var surface = new SvgSurface(width, height, "Inter, sans-serif");
        new RooflinePainter(surface, COLORS, ChartFrame.of(data, width, height), data, new Words()).paint(null);
        return surface.toSvg(COLORS.background());
    }
}
