package org.hloexplorer.tpu.view;

import javafx.animation.Interpolator;
import javafx.animation.Transition;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The array with what enters and leaves it. Cells are hovered, and selected by a click; the wheel zooms, dragging shifts the
 * picture.
 */
final class ArrayCanvas extends CanvasRegion {
    private static final Duration GLIDE = Duration.millis(150);
    private static final double FASTEST_WITH_MOTION = 5;
    private static final double MOST_ZOOM = 64;
    private static final double DRAG_STARTS = 4;
    /** How far beside the pointer its text is. */
    private static final double POINTER = 16;

    private final TpuViewModel model;
    private final HeatPainter heatPainter = new HeatPainter();
    private final Tooltip arithmetic = new Tooltip();
    private final Transition glide;
    private HeatMode heat = HeatMode.WAVE;
    private double lag;
    private long shown;
    private double zoom = 1;
    private double panX;
    private double panY;
    private double pressX;
    private double pressY;
    private boolean dragging;
    private @Nullable ArrayGeometry geometry;

    ArrayCanvas(TpuViewModel model) {
        this.model = model;
        glide = glide();
        setId("tpu-array");
        arithmetic.getStyleClass().add("tpu-arithmetic");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMinSize(120, 80);
        model.cycleProperty().subscribe(cycle -> move(cycle.longValue()));
        model.sceneProperty().subscribe(this::resetZoom);
        model.hoveredCellProperty().subscribe(_ -> redraw());
        model.selectedCellProperty().subscribe(_ -> redraw());
        model.registers().reportProperty().subscribe(_ -> redraw());
        setOnMouseMoved(this::hover);
        setOnMouseExited(_ -> unhover());
        model.cycleProperty().subscribe(_ -> arithmetic.setText(CellFormula.lines(model)));
        setOnMousePressed(this::press);
        setOnMouseDragged(this::drag);
        setOnMouseReleased(this::release);
        setOnScroll(this::scroll);
    }

    private Transition glide() {
        return new Transition() {
            private double from;

            {
                setCycleDuration(GLIDE);
                setInterpolator(Interpolator.EASE_OUT);
            }

            @Override
            public void playFromStart() {
                from = lag;
                super.playFromStart();
            }

            @Override
            protected void interpolate(double share) {
                lag = from * (1 - share);
                redraw();
            }
        };
    }

    /** Has values slide from cell to cell where the next cycle, or the one before, is shown and motion is wanted. */
    private void move(long cycle) {
        long distance = cycle - shown;
        shown = cycle;
        boolean isCalm = !model.playingProperty().get() || model.cyclesPerSecond() <= FASTEST_WITH_MOTION;
        glide.stop();
        if (model.motionProperty().get() && Math.abs(distance) == 1 && isCalm) {
            lag = distance;
            glide.playFromStart();
        } else {
            lag = 0;
        }
        redraw();
    }

    void setHeat(HeatMode mode) {
        heat = mode;
        redraw();
    }

    /** Shows the whole array again. */
    void resetZoom() {
        zoom = 1;
        panX = 0;
        panY = 0;
        redraw();
    }

    /** Enlarges about the middle of the canvas. */
    void zoomBy(double factor) {
        zoomBy(factor, getWidth() / 2, getHeight() / 2);
    }

    private void zoomBy(double factor, double x, double y) {
        var before = geometry;
        double next = Math.clamp(zoom * factor, 1, MOST_ZOOM);
        if (before == null || next == zoom) {
            return;
        }
        double column = (x - before.left()) / before.cellWidth();
        double row = (y - before.top()) / before.cellHeight();
        zoom = next;
        panX = 0;
        panY = 0;
        if (zoom > 1) {
            var after = geometry(getWidth(), getHeight());
            if (after != null) {
                panX = x - (after.left() + column * after.cellWidth());
                panY = y - (after.top() + row * after.cellHeight());
            }
        }
        redraw();
    }

    private void press(MouseEvent event) {
        requestFocus();
        pressX = event.getX() - panX;
        pressY = event.getY() - panY;
        dragging = false;
    }

    private void drag(MouseEvent event) {
        double x = event.getX() - pressX;
        double y = event.getY() - pressY;
        if (zoom > 1 && (dragging || Math.hypot(x - panX, y - panY) > DRAG_STARTS)) {
            dragging = true;
            panX = x;
            panY = y;
            setCursor(Cursor.CLOSED_HAND);
            redraw();
        }
    }

    private void release(MouseEvent event) {
        setCursor(Cursor.DEFAULT);
        if (!dragging && event.getButton() == MouseButton.PRIMARY) {
            model.selectedCellProperty().set(cellAt(event));
        }
    }

    private void scroll(ScrollEvent event) {
        if (event.getDeltaY() != 0) {
            zoomBy(event.getDeltaY() > 0 ? 1.25 : 0.8, event.getX(), event.getY());
            event.consume();
        }
    }

    /** Says beside the pointer what the cell below it computes. */
    private void hover(MouseEvent event) {
        var cell = cellAt(event);
        model.hoveredCellProperty().set(cell);
        if (cell == null) {
            arithmetic.hide();
            return;
        }
        arithmetic.setText(CellFormula.lines(model));
        arithmetic.show(this, event.getScreenX() + POINTER, event.getScreenY() + POINTER);
    }

    private void unhover() {
        model.hoveredCellProperty().set(null);
        arithmetic.hide();
    }

    private @Nullable CellAddress cellAt(MouseEvent event) {
        return geometry == null ? null : geometry.cellAt(event.getX(), event.getY());
    }

    /** Where things lie at present; null while nothing is shown. */
    @Nullable
    ArrayGeometry geometry() {
        return geometry;
    }

    private @Nullable ArrayGeometry geometry(double width, double height) {
        var scene = model.sceneProperty().get();
        return scene == null
                ? null
                : ArrayGeometry.fit(
                        width, height, scene.config().rows(), scene.config().cols(), zoom, panX, panY);
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var scene = model.sceneProperty().get();
        var current = geometry(width, height);
        geometry = current;
        if (scene == null || current == null) {
            return;
        }
        var ink = new Ink(context, palette());
        var picture = ArrayPicture.of(
                scene, current, model.cycleProperty().get(), model.registers().shown(), lag, heat);
        if (current.detail() == Detail.HEAT) {
            heatPainter.paint(ink, picture);
        } else {
            new CellPainter(ink, picture).paint(width, height);
        }
        new EdgePainter(ink, picture).paint(height);
        new SumsPainter(ink, picture).paint(width, height);
        outline(ink, current, model.selectedCellProperty().get(), 2);
        outline(ink, current, model.hoveredCellProperty().get(), 1);
    }

    private static void outline(Ink ink, ArrayGeometry geometry, @Nullable CellAddress cell, double lineWidth) {
        if (cell != null) {
            ink.frame(
                    geometry.x(cell.col()) - 1,
                    geometry.y(cell.row()) - 1,
                    geometry.cellWidth() + 1,
                    geometry.cellHeight() + 1,
                    ink.palette().accent(),
                    lineWidth);
        }
    }
}
