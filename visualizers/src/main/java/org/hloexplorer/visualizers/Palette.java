package org.hloexplorer.visualizers;

import javafx.scene.paint.Color;

/**
 * The colours of canvases, which cannot look colours up in a style sheet.
 *
 * @param muted text and lines of second rank
 * @param accent the selection
 * @param added with a plus sign and a solid border
 * @param removed with a minus sign and a dashed border
 * @param changed with a tilde
 */
public record Palette(
        boolean isDark,
        Color background,
        Color raised,
        Color foreground,
        Color muted,
        Color border,
        Color line,
        Color accent,
        Color added,
        Color removed,
        Color changed) {

    /** Goes with Primer Light. */
    public static final Palette LIGHT = new Palette(
            false,
            Color.web("#ffffff"),
            Color.web("#f6f8fa"),
            Color.web("#24292f"),
            Color.web("#57606a"),
            Color.web("#8c959f"),
            Color.web("#9aa4af"),
            Color.web("#0969da"),
            Color.web("#0072b2"),
            Color.web("#d55e00"),
            Color.web("#b87d00"));

    /** Goes with Primer Dark. */
    public static final Palette DARK = new Palette(
            true,
            Color.web("#0d1117"),
            Color.web("#161b22"),
            Color.web("#e6edf3"),
            Color.web("#9aa4af"),
            Color.web("#6e7681"),
            Color.web("#6e7681"),
            Color.web("#58a6ff"),
            Color.web("#3fa7e0"),
            Color.web("#ff8a4c"),
            Color.web("#e69f00"));

    /** The palette that fits this background. */
    public static Palette on(Color background) {
        return background.getBrightness() < 0.5 ? DARK : LIGHT;
    }
}
