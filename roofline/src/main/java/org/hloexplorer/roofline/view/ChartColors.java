package org.hloexplorer.roofline.view;

import javafx.scene.paint.Color;

/** The colours of a chart, from the theme. */
record ChartColors(
        Color background,
        Color ink,
        Color muted,
        Color grid,
        Color arithmeticRoof,
        Color memoryRoof,
        Color earlierStage,
        Color lastStage,
        Color selected) {

    /** The colour at a part of its opacity. */
    static Color faded(Color color, double opacity) {
        return color.deriveColor(0, 1, 1, opacity);
    }
}
