package org.hloexplorer.tpu.view;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/** Draws the few shapes that the canvases are made of. */
final class Ink {
    private static final String PREFERRED = "JetBrains Mono";
    private static final String MONOSPACE = Font.getFamilies().contains(PREFERRED) ? PREFERRED : "Monospaced";
    private static final double GLYPH = 0.61;
    private static final double LARGEST = 12;
    private static final double SMALLEST = 7;

    private final GraphicsContext context;
    private final Palette palette;
    private double size;

    Ink(GraphicsContext context, Palette palette) {
        this.context = context;
        this.palette = palette;
        context.setTextBaseline(VPos.CENTER);
        size(11);
    }

    GraphicsContext context() {
        return context;
    }

    Palette palette() {
        return palette;
    }

    /** The size of text. */
    double size() {
        return size;
    }

    /** Sets the size of text, within what can be read. */
    void size(double wanted) {
        double next = Math.clamp(Math.round(wanted * 2) / 2.0, SMALLEST, LARGEST);
        if (next != size) {
            size = next;
            context.setFont(Font.font(MONOSPACE, size));
        }
    }

    /** The largest size at which so many characters fit into a box. */
    static double sizeFor(int characters, double width, double height) {
        return Math.min(height * 0.84, width / (characters * GLYPH));
    }

    /** How wide a text is at the present size. */
    double widthOf(String text) {
        return text.length() * GLYPH * size;
    }

    void text(String text, double x, double y, TextAlignment alignment, Paint paint) {
        context.setTextAlign(alignment);
        context.setFill(paint);
        context.fillText(text, x, y);
    }

    void left(String text, double x, double y, Paint paint) {
        text(text, x, y, TextAlignment.LEFT, paint);
    }

    void centre(String text, double x, double y, Paint paint) {
        text(text, x, y, TextAlignment.CENTER, paint);
    }

    void right(String text, double x, double y, Paint paint) {
        text(text, x, y, TextAlignment.RIGHT, paint);
    }

    void box(double x, double y, double width, double height, Paint fill) {
        context.setFill(fill);
        context.fillRect(x, y, width, height);
    }

    /** A border one pixel wide, on whole pixels. */
    void frame(double x, double y, double width, double height, Paint stroke, double lineWidth) {
        context.setStroke(stroke);
        context.setLineWidth(lineWidth);
        context.strokeRect(Math.rint(x) + 0.5, Math.rint(y) + 0.5, Math.rint(width) - 1, Math.rint(height) - 1);
    }

    /** A value that belongs to a row of X, on that row's colour. */
    void token(String text, double x, double y, double width, double height, int m) {
        double arc = Math.min(height, 8);
        context.setFill(palette.rowTint(m));
        context.fillRoundRect(x, y, width, height, arc, arc);
        context.setFill(palette.row(m));
        context.fillRoundRect(x, y, 3, height, 3, 3);
        centre(text, x + width / 2 + 1, y + height / 2, palette.foreground());
    }

    /** Black or white, whichever is easier to read on a colour. */
    Color textOn(Color background) {
        double luminance = 0.299 * background.getRed() + 0.587 * background.getGreen() + 0.114 * background.getBlue();
        return luminance > 0.58 ? Color.web("#1f2328") : Color.WHITE;
    }

    void line(double x1, double y1, double x2, double y2, Paint stroke, double width) {
        context.setStroke(stroke);
        context.setLineWidth(width);
        context.strokeLine(x1, y1, x2, y2);
    }
}
