package org.hloexplorer.tpu.view;

import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;

/** The way of the data through the chip in the cycle that is shown. */
final class MachinePane extends CanvasRegion {
    private final TpuViewModel model;

    MachinePane(TpuViewModel model) {
        this.model = model;
        setId("tpu-machine");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(Words.say("machine.name"));
        setMinHeight(MachinePainter.HEIGHT);
        setPrefHeight(MachinePainter.HEIGHT);
        model.cycleProperty().subscribe(_ -> redraw());
        model.sceneProperty().subscribe(_ -> redraw());
        model.chip().momentProperty().subscribe(_ -> redraw());
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var scene = model.sceneProperty().get();
        if (scene != null) {
            new MachinePainter(new Ink(context, palette()), width).paint(MachineState.of(model, scene), scene);
        }
    }
}
