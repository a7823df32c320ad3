package org.hloexplorer.tpu.view;

import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.jspecify.annotations.Nullable;

/**
 * Waveforms above the timeline: a line for each part of the array with its state, one for the tile, one for the weight queue,
 * and what the cell in focus holds; below them what the colours say.
 */
final class WaveStrip extends CanvasRegion {
    private final TpuViewModel model;
    private @Nullable Waves waves;

    WaveStrip(TpuViewModel model) {
        this.model = model;
        setId("tpu-waves");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(Words.say("wave.name"));
        model.cycleProperty().subscribe(_ -> redraw());
        model.hoveredCellProperty().subscribe(_ -> redraw());
        model.selectedCellProperty().subscribe(_ -> redraw());
        model.time().rangeProperty().subscribe(_ -> redraw());
        model.sceneProperty().subscribe(this::fit);
        new TimeGestures(model, this, () -> TimeAxis.of(model.time().range(), getWidth())).install();
    }

    /** The queue has a line only where weights come through one. */
    private void fit(@Nullable UnitScene scene) {
        boolean hasQueue = scene != null && scene.config().timing() == TimingMode.FIFO;
        int lines = (hasQueue
                        ? HardwareUnit.of(TimingMode.FIFO).size() + 1
                        : HardwareUnit.of(TimingMode.SCALESIM).size())
                + WavePainter.OTHER_LINES;
        double height = lines * WavePainter.LINE + WavePainter.LEGEND;
        setMinHeight(height);
        setPrefHeight(height);
        setMaxHeight(height);
        redraw();
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var scene = model.sceneProperty().get();
        var axis = TimeAxis.of(model.time().range(), width);
        if (scene == null || !axis.isVisible()) {
            return;
        }
        var known = waves;
        if (known == null || !known.isFor(scene, axis)) {
            known = Waves.of(scene, axis);
            waves = known;
        }
        new WavePainter(new Ink(context, palette()), known)
                .paint(model.cycleProperty().get(), model.cellInFocus(), height);
    }
}
