package org.hloexplorer.tpu.view;

import java.util.function.Supplier;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;

/** What the mouse does on anything that shows time from left to right. */
final class TimeGestures {
    private static final double CLOSER = 0.8;

    private final TpuViewModel model;
    private final Region region;
    private final Supplier<TimeAxis> axis;

    /** @param axis which cycles the region shows, and where */
    TimeGestures(TpuViewModel model, Region region, Supplier<TimeAxis> axis) {
        this.model = model;
        this.region = region;
        this.axis = axis;
    }

    void install() {
        region.setOnMousePressed(this::scrub);
        region.setOnMouseDragged(this::scrub);
        region.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                model.time().showAll();
            }
        });
        region.setOnScroll(this::scroll);
    }

    private void scrub(MouseEvent event) {
        var shown = axis.get();
        if (model.sceneProperty().get() != null && shown.isVisible()) {
            model.playingProperty().set(false);
            model.goTo(shown.cycleAt(event.getX()));
        }
    }

    /** Upwards shows fewer cycles, downwards more; sideways earlier or later ones. */
    private void scroll(ScrollEvent event) {
        var shown = axis.get();
        if (!shown.isVisible()) {
            return;
        }
        if (event.getDeltaX() != 0) {
            model.time().move(Math.round(-event.getDeltaX() / shown.perCycle()));
        } else if (event.getDeltaY() != 0) {
            model.time().zoom(event.getDeltaY() > 0 ? CLOSER : 1 / CLOSER, shown.cycleAt(event.getX()));
        }
        event.consume();
    }
}
