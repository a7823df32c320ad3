package org.hloexplorer.visualizers.graph;

import java.util.Collection;
import java.util.Objects;
import javafx.scene.paint.Color;

/**
 * Which colour stands for how many bytes that cross from kernel to kernel, by logarithm.
 *
 * @param least bytes, the colour of which is the coldest
 * @param most bytes, the colour of which is the hottest
 */
record HeatScale(long least, long most) {

    /** From cold to hot; each step differs in brightness, so that it can be told without seeing hues. */
    private static final Color[] LIGHT = {
        Color.web("#9ecae1"), Color.web("#fdbf6f"), Color.web("#f16913"), Color.web("#a50f15")
    };

    private static final Color[] DARK = {
        Color.web("#2f5b7c"), Color.web("#b5791c"), Color.web("#f28a3c"), Color.web("#ffe2b0")
    };

    private static final double THINNEST = 2;
    private static final double THICKEST = 9;

    /** The scale for all edges of some pictures that cross a boundary, so that the pictures can be compared. */
    static HeatScale of(Collection<VisualGraph> graphs) {
        var bytes = graphs.stream()
                .filter(Objects::nonNull)
                .flatMap(VisualGraph::edges)
                .filter(VisualEdge::crosses)
                .mapToLong(VisualEdge::bytes)
                .summaryStatistics();
        return bytes.getCount() == 0 ? new HeatScale(0, 0) : new HeatScale(bytes.getMin(), bytes.getMax());
    }

    /** What crosses boundaries in a picture, every reader of a value counted. */
    static long total(VisualGraph graph) {
        return graph.edges()
                .filter(VisualEdge::crosses)
                .mapToLong(VisualEdge::bytes)
                .sum();
    }

    /** 0 for the least, 1 for the most. */
    double heat(long bytes) {
        double low = log(least);
        double high = log(most);
        return high <= low ? 1 : Math.clamp((log(bytes) - low) / (high - low), 0, 1);
    }

    private static double log(long bytes) {
        return Math.log((double) Math.max(1, bytes));
    }

    Color color(long bytes, boolean isDark) {
        return colorAt(heat(bytes), isDark);
    }

    static Color colorAt(double heat, boolean isDark) {
        var stops = isDark ? DARK : LIGHT;
        double at = heat * (stops.length - 1);
        int below = Math.min(stops.length - 2, (int) at);
        return stops[below].interpolate(stops[below + 1], at - below);
    }

    /** In units of the picture. */
    double width(long bytes) {
        return THINNEST + (THICKEST - THINNEST) * heat(bytes);
    }
}
