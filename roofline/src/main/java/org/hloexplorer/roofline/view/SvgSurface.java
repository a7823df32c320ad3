package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javafx.scene.paint.Color;

/** Draws into the text of an SVG file. */
final class SvgSurface implements Surface {
    private final StringBuilder body = new StringBuilder();
    private final double width;
    private final double height;
    private final String fontFamily;
    private int clips;

    SvgSurface(double width, double height, String fontFamily) {
        this.width = width;
        this.height = height;
        this.fontFamily = fontFamily;
    }

    /** The whole file. */
    String toSvg(Color background) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s">
                <rect width="100%%" height="100%%" fill="%s"/>
                %s</svg>
                """.formatted(
                number(width), number(height), number(width), number(height), fontFamily, paint(background), body);
    }

    @Override
    public void line(Point from, Point to, Stroke stroke) {
        element("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"%s/>"
                .formatted(number(from.x()), number(from.y()), number(to.x()), number(to.y()), attributes(stroke)));
    }

    @Override
    public void polygon(List<Point> corners, Color fill) {
        var points = corners.stream()
                .map(corner -> number(corner.x()) + "," + number(corner.y()))
                .collect(Collectors.joining(" "));
        element("<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"%s\"/>"
                .formatted(points, paint(fill), number(fill.getOpacity())));
    }

    @Override
    public void circle(Point centre, double radius, Color fill, Stroke outline) {
        element("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" fill-opacity=\"%s\"%s/>"
                .formatted(
                        number(centre.x()),
                        number(centre.y()),
                        number(radius),
                        paint(fill),
                        number(fill.getOpacity()),
                        attributes(outline)));
    }

    @Override
    public void text(String text, Point at, Anchor anchor, Color color, double size, boolean bold, double degrees) {
        var turn = degrees == 0
                ? ""
                : " transform=\"rotate(%s %s %s)\"".formatted(number(degrees), number(at.x()), number(at.y()));
        element("<text x=\"%s\" y=\"%s\" font-size=\"%s\"%s text-anchor=\"%s\" fill=\"%s\"%s>%s</text>"
                .formatted(
                        number(at.x()),
                        number(at.y()),
                        number(size),
                        bold ? " font-weight=\"bold\"" : "",
                        anchor.name().toLowerCase(Locale.ROOT),
                        paint(color),
                        turn,
                        escaped(text)));
    }

    @Override
    public void clipped(Point topLeft, Point bottomRight, Runnable drawing) {
        var id = "clip" + clips++;
        element("<clipPath id=\"%s\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>"
                .formatted(
                        id,
                        number(topLeft.x()),
                        number(topLeft.y()),
                        number(bottomRight.x() - topLeft.x()),
                        number(bottomRight.y() - topLeft.y())));
        element("<g clip-path=\"url(#%s)\">".formatted(id));
        drawing.run();
        element("</g>");
    }

    private void element(String text) {
        body.append(text).append('\n');
    }

    private static String attributes(Stroke stroke) {
        var dashes = stroke.dashes().isEmpty()
                ? ""
                : " stroke-dasharray=\"%s\""
                        .formatted(
                                stroke.dashes().stream().map(SvgSurface::number).collect(Collectors.joining(" ")));
        return " stroke=\"%s\" stroke-opacity=\"%s\" stroke-width=\"%s\"%s"
                .formatted(paint(stroke.color()), number(stroke.color().getOpacity()), number(stroke.width()), dashes);
    }

    private static String paint(Color color) {
        return "#%02x%02x%02x".formatted(channel(color.getRed()), channel(color.getGreen()), channel(color.getBlue()));
    }

    private static int channel(double value) {
        return (int) Math.round(value * 255);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
