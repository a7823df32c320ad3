package org.hloexplorer.visualizers.memory;

import java.util.function.IntConsumer;
import javafx.collections.ListChangeListener;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import org.hloexplorer.visualizers.CanvasRegion;
import org.hloexplorer.visualizers.Words;

/** Memory after every pass, from the input on; press to go to a version. */
@SuppressWarnings("this-escape") // JavaFX regions compose themselves in their constructors.
final class PeakCurve extends CanvasRegion {
    private static final double MARGIN = 6;

    private final MemoryViewModel model;
    private IntConsumer onVersion = _ -> {};

    PeakCurve(MemoryViewModel model) {
        this.model = model;
        setId("memory-curve");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(Words.say("memory.curve"));
        setMinHeight(44);
        setPrefHeight(64);
        model.peaks().addListener((ListChangeListener<Long>) _ -> redraw());
        model.versionProperty().subscribe(_ -> redraw());
        setOnMousePressed(event -> {
            int versions = model.peaks().size();
            if (versions > 0) {
                onVersion.accept((int) Math.clamp(
                        Math.round((event.getX() - MARGIN) / Math.max(1, getWidth() - 2 * MARGIN) * (versions - 1)),
                        0,
                        versions - 1L));
            }
        });
    }

    void setOnVersion(IntConsumer listener) {
        onVersion = listener;
    }

    @Override
    protected void draw(GraphicsContext context, double width, double height) {
        var peaks = model.peaks();
        long most = peaks.stream().mapToLong(Long::longValue).max().orElse(0);
        context.setFill(palette().muted());
        context.fillText(
                peaks.isEmpty()
                        ? Words.say("memory.curve.waiting")
                        : Words.say(
                                "memory.curve.now", peak(model.versionProperty().get()), most),
                MARGIN,
                12);
        if (most <= 0) {
            return;
        }
        double room = height - 22;
        context.setStroke(palette().border());
        context.setLineWidth(1);
        context.strokeLine(MARGIN, height - 3.5, width - MARGIN, height - 3.5);
        context.setStroke(palette().accent());
        context.setLineWidth(1.5);
        double lastX = 0;
        double lastY = 0;
        for (int version = 0; version < peaks.size(); version++) {
            double x = x(version, width);
            double y = height - 4 - room * Math.max(0, peaks.get(version)) / most;
            if (version > 0) {
                context.strokeLine(lastX, lastY, x, lastY);
                context.strokeLine(x, lastY, x, y);
            }
            lastX = x;
            lastY = y;
        }
        context.setStroke(palette().changed());
        double now = x(model.versionProperty().get(), width);
        context.strokeLine(now, 16, now, height);
    }

    private long peak(int version) {
        return version < model.peaks().size() ? model.peaks().get(version) : MemoryViewModel.UNKNOWN;
    }

    private double x(int version, double width) {
        return MARGIN
                + (width - 2 * MARGIN) * version / Math.max(1, model.peaks().size() - 1);
    }
}
