package org.hloexplorer.visualizers.memory;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.buffers.BufferAllocation;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;
import org.hloexplorer.pipeline.buffers.BufferAssignment;
import org.hloexplorer.visualizers.CanvasRegion;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** Memory from top to bottom, the schedule from left to right: a box for each value where it lies, while it is alive. */
@SuppressWarnings("this-escape") // JavaFX regions compose themselves in their constructors.
final class BufferPicture extends CanvasRegion {
    private static final double MARGIN = 6;
    private static final double TEXT_ROOM = 34;

    private final MemoryViewModel model;
    private final Tooltip tooltip = new Tooltip();
    private final List<Box> boxes = new ArrayList<>();

    private record Box(double x, double y, double width, double height, AssignedValue value, BufferAllocation in) {
        boolean contains(double px, double py) {
            return px >= x && px <= x + width && py >= y && py <= y + height;
        }
    }

    BufferPicture(MemoryViewModel model) {
        this.model = model;
        setId("memory-picture");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(Words.say("memory.picture"));
        setMinSize(120, 80);
        model.assignmentProperty().subscribe(_ -> redraw());
        model.timeProperty().subscribe(_ -> redraw());
        setOnMousePressed(this::choose);
        setOnMouseDragged(this::choose);
        setOnMouseMoved(this::explain);
        Tooltip.install(this, tooltip);
    }

    private void choose(MouseEvent event) {
        int moments = model.schedule().size();
        model.select((int) Math.clamp((event.getX() - MARGIN) / (getWidth() - 2 * MARGIN) * moments, 0, moments - 1.0));
    }

    private void explain(MouseEvent event) {
        boxes.stream()
                .filter(each -> each.contains(event.getX(), event.getY()))
                .findFirst()
                .ifPresentOrElse(
                        each -> tooltip.setText(words(each)), () -> tooltip.setText(Words.say("memory.picture")));
    }

    private static String words(Box box) {
        var value = box.value();
        var text = Words.say(
                "memory.value",
                value.name(),
                value.shape(),
                value.size(),
                box.in().index(),
                value.offset(),
                box.in().kind().words());
        return value.reason().isEmpty() ? text : text + "\n" + value.reason();
    }

    @Override
    protected void draw(GraphicsContext context, double width, double height) {
        boxes.clear();
        var assignment = model.assignmentProperty().get();
        if (assignment == null || model.schedule().isEmpty()) {
            return;
        }
        double across = (width - 2 * MARGIN) / model.schedule().size();
        layOut(assignment, across, height - 2 * MARGIN);
        for (var box : boxes) {
            context.setFill(fill(box.in().kind(), box.value()));
            context.fillRect(box.x(), box.y(), box.width(), box.height());
            context.setStroke(palette().background());
            context.setLineWidth(0.5);
            context.strokeRect(box.x(), box.y(), box.width(), box.height());
            if (box.width() > TEXT_ROOM && box.height() > 11) {
                context.setFill(palette().foreground());
                context.fillText(
                        box.value().name(), box.x() + 3, box.y() + Math.min(box.height() - 2, 12), box.width() - 6);
            }
        }
        drawMoment(context, assignment.peakTime(), across, height, palette().removed());
        drawMoment(
                context, model.timeProperty().get(), across, height, palette().accent());
    }

    private static void drawMoment(GraphicsContext context, int moment, double across, double height, Color color) {
        if (moment >= 0) {
            context.setStroke(color);
            context.setLineWidth(1.5);
            double x = MARGIN + (moment + 0.5) * across;
            context.strokeLine(x, 0, x, height);
        }
    }

    private void layOut(BufferAssignment assignment, double across, double room) {
        var shown = assignment.allocations().stream()
                .filter(each -> each.kind() != Kind.THREAD_LOCAL && each.kind() != Kind.CONSTANT)
                .toList();
        double bytes =
                Math.max(1, shown.stream().mapToLong(BufferAllocation::size).sum());
        double top = MARGIN;
        for (var allocation : shown) {
            for (var value : allocation.values()) {
                double y = top + room * value.offset() / bytes;
                boxes.add(new Box(
                        MARGIN + value.range().start() * across,
                        y,
                        Math.max(1, (value.range().end() - value.range().start() + 1) * across),
                        Math.max(1, room * value.size() / bytes),
                        value,
                        allocation));
            }
            top += room * allocation.size() / bytes;
        }
    }

    private Color fill(Kind kind, @Nullable AssignedValue value) {
        var base = switch (kind) {
            case PARAMETER -> Color.web(palette().isDark() ? "#6b4a1e" : "#ffe0b2");
            case LIVE_OUT -> Color.web(palette().isDark() ? "#2f5233" : "#c8e6c9");
            case CONSTANT, THREAD_LOCAL -> palette().raised();
            case TEMPORARY -> Color.web(palette().isDark() ? "#455a64" : "#cfd8dc");
        };
        return value != null && value.id() % 2 == 1 ? base.deriveColor(0, 1, 0.93, 1) : base;
    }
}
