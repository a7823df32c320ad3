package org.hloexplorer.visualizers.graph;

import java.util.Optional;
import java.util.function.Supplier;
import org.hloexplorer.visualizers.graph.FusionMoves.Advice;
import org.jspecify.annotations.Nullable;

/** An operation on its way across the boundary of a fusion, under the pointer. */
final class FusionDrag {
    private final GraphViewModel model;
    private final GraphCanvas canvas;
    private final Supplier<FusionMoves> moves;
    private @Nullable VisualNode dragged;
    private @Nullable VisualNode target;
    private Advice advice = Advice.NOTHING;

    FusionDrag(GraphViewModel model, GraphCanvas canvas, Supplier<FusionMoves> moves) {
        this.model = model;
        this.canvas = canvas;
        this.moves = moves;
    }

    /** What is drawn of it: the box that moves, what it would be dropped on, and whether that can be. */
    record Ghost(
            VisualNode dragged,
            double x,
            double y,
            @Nullable VisualNode target,
            Advice advice) {}

    /** Takes up a node; boxes that are open, and arguments, stay where they are and let the picture be moved. */
    boolean begin(double x, double y) {
        dragged = canvas.nodeAt(x, y)
                .filter(node -> !node.isOpen() && !node.isPort() && node.kind().isOperation())
                .filter(_ -> !moves.get().equals(FusionMoves.NONE))
                .orElse(null);
        return dragged != null;
    }

    void moveTo(double x, double y) {
        var held = dragged;
        if (held == null) {
            return;
        }
        target = targetAt(held, x, y).orElse(null);
        advice = ask(held);
        canvas.showGhost(new Ghost(held, x, y, target, advice));
    }

    /** The node under the pointer that is not what is dragged, nor the box this lies in. */
    private Optional<VisualNode> targetAt(VisualNode held, double x, double y) {
        return canvas.nodeAt(x, y).filter(node -> !node.key().equals(held.key()));
    }

    private Advice ask(VisualNode held) {
        var subject = model.subjectProperty().get();
        if (subject == null) {
            return Advice.NOTHING;
        }
        return moves.get().advice(subject.version(), held.instructionId(), instruction(target));
    }

    private static int instruction(@Nullable VisualNode node) {
        return node == null ? FusionMoves.OUTSIDE : node.instructionId();
    }

    void drop() {
        var held = dragged;
        var subject = model.subjectProperty().get();
        var onto = instruction(target);
        boolean hasMeaning = !advice.sentence().isEmpty();
        cancel();
        if (held != null && subject != null && hasMeaning) {
            moves.get().move(subject.version(), held.instructionId(), onto);
        }
    }

    void cancel() {
        dragged = null;
        target = null;
        advice = Advice.NOTHING;
        canvas.showGhost(null);
    }

    boolean isUnderWay() {
        return dragged != null;
    }
}
