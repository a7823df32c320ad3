package org.hloexplorer.tpu.view;

import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;

/**
 * The colours of canvases, which cannot look colours up in a style sheet.
 *
 * @param raised areas that stand out a little, such as cells
 * @param muted text and lines of second rank
 * @param accent the selection and the current cycle
 * @param alarm what must not be
 */
record Palette(
        boolean isDark,
        Color background,
        Color raised,
        Color foreground,
        Color muted,
        Color border,
        Color accent,
        Color alarm) {

    /** Goes with light themes. */
    static final Palette LIGHT = new Palette(
            false,
            Color.web("#ffffff"),
            Color.web("#f6f8fa"),
            Color.web("#24292f"),
            Color.web("#57606a"),
            Color.web("#d0d7de"),
            Color.web("#0969da"),
            Color.web("#cf222e"));

    /** Goes with dark themes. */
    static final Palette DARK = new Palette(
            true,
            Color.web("#0d1117"),
            Color.web("#161b22"),
            Color.web("#e6edf3"),
            Color.web("#9aa4af"),
            Color.web("#3d444d"),
            Color.web("#58a6ff"),
            Color.web("#ff7b72"));

    /** Eight hues that people with any colour vision can tell apart, after Okabe and Ito. */
    private static final Color[] ROWS_LIGHT = {
        Color.web("#0072b2"), Color.web("#e69f00"), Color.web("#009e73"), Color.web("#cc79a7"),
        Color.web("#56b4e9"), Color.web("#d55e00"), Color.web("#b3a800"), Color.web("#6e7781")
    };

    private static final Color[] ROWS_DARK = {
        Color.web("#3fa7e0"), Color.web("#e69f00"), Color.web("#1fbf92"), Color.web("#d991b9"),
        Color.web("#7fcbf5"), Color.web("#ff8a4c"), Color.web("#d8cc3c"), Color.web("#9aa4af")
    };

    /** The palette that fits this background. */
    static Palette on(Color background) {
        return background.getBrightness() < 0.5 ? DARK : LIGHT;
    }

    /** The colour of a row of X, which it keeps all the way to its row of the result. */
    Color row(int m) {
        var hues = isDark ? ROWS_DARK : ROWS_LIGHT;
        return hues[Math.floorMod(m, hues.length)];
    }

    /** A row's colour as a background for text. */
    Color rowTint(int m) {
        return background.interpolate(row(m), isDark ? 0.42 : 0.32);
    }

    /** The colour of a state on the timeline. */
    Color state(UnitState state) {
        return switch (state) {
            case ACTIVE, WRITING, SHIFTING, TRANSFER -> row(0);
            case WEIGHT_SHIFT -> row(1);
            case WEIGHT_STALL, WAITING_FOR_MEMORY -> row(5);
            case LOAD_WAIT, QUEUE_FULL -> row(3);
            case DRAIN -> row(7);
            case IDLE -> border;
        };
    }

    /** From dark to bright with rising {@code share}, even for the eye: a few stops of viridis. */
    static Color heat(double share) {
        double place = Math.clamp(share, 0, 1) * (HEAT.length - 1);
        int below = Math.min((int) place, HEAT.length - 2);
        return HEAT[below].interpolate(HEAT[below + 1], place - below);
    }

    private static final Color[] HEAT = {
        Color.web("#440154"),
        Color.web("#414487"),
        Color.web("#2a788e"),
        Color.web("#22a884"),
        Color.web("#7ad151"),
        Color.web("#fde725")
    };
}
