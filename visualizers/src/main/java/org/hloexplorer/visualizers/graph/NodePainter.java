package org.hloexplorer.visualizers.graph;

import java.util.EnumMap;
import java.util.Map;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import org.hloexplorer.visualizers.Fonts;
import org.hloexplorer.visualizers.Palette;
import org.hloexplorer.visualizers.graph.DisplayList.DisplayNode;

/** Draws nodes in units of the picture; the context is already scaled. */
final class NodePainter {
    private static final Font TITLE = Font.font(Fonts.INTERFACE, FontWeight.BOLD, NodeSizes.TITLE_SIZE);
    private static final Font OPERANDS = Font.font(Fonts.INTERFACE, NodeSizes.TITLE_SIZE);
    private static final Font NAME = Font.font(Fonts.INTERFACE, NodeSizes.NAME_SIZE);
    private static final Font HULL = Font.font(Fonts.INTERFACE, FontWeight.BOLD, NodeSizes.NAME_SIZE);
    private static final Font SHAPE = Font.font(Fonts.MONOSPACE, NodeSizes.SHAPE_SIZE);
    private static final double ARC = 8;

    private final GraphicsContext context;
    private final Palette palette;
    private final LevelOfDetail detail;
    private final boolean fadesSame;
    private final Map<NodeKind, Color> fills = new EnumMap<>(NodeKind.class);
    private final NodeSizes sizes;

    NodePainter(GraphicsContext context, Palette palette, LevelOfDetail detail, boolean fadesSame, NodeSizes sizes) {
        this.context = context;
        this.palette = palette;
        this.detail = detail;
        this.fadesSame = fadesSame;
        this.sizes = sizes;
    }

    void paint(DisplayNode node, VisualNode data, Box box) {
        context.setGlobalAlpha(alpha(node, data));
        if (data.isOpen()) {
            paintHull(node, data, box);
        } else if (detail.shows(LevelOfDetail.BOXES)) {
            paintBox(node, data, box);
        } else {
            paintDot(node, data, box);
        }
        context.setGlobalAlpha(1);
    }

    /** A node under the pointer. */
    void paintGhost(DisplayNode node, VisualNode data, Box box) {
        context.setGlobalAlpha(0.7);
        paintBox(node, data, box);
        context.setGlobalAlpha(1);
    }

    /** What a node would be dropped on: solid where it can be, dashed where it cannot. */
    void paintTarget(Box box, FusionMoves.Advice advice) {
        if (advice.sentence().isEmpty()) {
            return;
        }
        context.setStroke(advice.isPossible() ? palette.accent() : palette.removed());
        context.setLineWidth(3);
        if (!advice.isPossible()) {
            context.setLineDashes(6, 4);
        }
        context.strokeRoundRect(box.x() - 3, box.y() - 3, box.width() + 6, box.height() + 6, ARC, ARC);
        context.setLineDashes();
    }

    private double alpha(DisplayNode node, VisualNode data) {
        if (node.mark == Mark.DIMMED) {
            return 0.25;
        }
        boolean stepsBack = fadesSame && data.state() == DifferenceState.SAME && node.mark != Mark.SELECTED;
        return stepsBack ? 0.6 : 1;
    }

    private void paintDot(DisplayNode node, VisualNode data, Box box) {
        context.setFill(node.mark == Mark.SELECTED ? palette.accent() : dotFill(data));
        context.fillRect(box.x(), box.y(), box.width(), box.height());
    }

    private Color dotFill(VisualNode data) {
        if (data.state().isDifferent()) {
            return stateColor(data.state());
        }
        return data.kind() == NodeKind.ELEMENTWISE ? palette.border() : fill(data.kind());
    }

    private void paintHull(DisplayNode node, VisualNode data, Box box) {
        var fill = fill(data.kind());
        context.setFill(Color.color(fill.getRed(), fill.getGreen(), fill.getBlue(), palette.isDark() ? 0.28 : 0.35));
        context.fillRoundRect(box.x(), box.y(), box.width(), box.height(), ARC + 4, ARC + 4);
        border(node, data, box, ARC + 4);
        if (detail.shows(LevelOfDetail.TITLES)) {
            triangle(box.x() + 8, box.y() + 7, true);
            context.setTextAlign(TextAlignment.LEFT);
            context.setTextBaseline(VPos.CENTER);
            context.setFont(HULL);
            context.setFill(palette.foreground());
            double room = box.width() - 40;
            context.fillText(data.title(), box.x() + 21, box.y() + 12, Math.max(room, 40));
            mark(data, box);
        }
        if (detail.shows(LevelOfDetail.FULL)) {
            shape(data, box);
        }
    }

    private void paintBox(DisplayNode node, VisualNode data, Box box) {
        context.setFill(fill(data.kind()));
        context.fillRoundRect(box.x(), box.y(), box.width(), box.height(), ARC, ARC);
        border(node, data, box, ARC);
        if (detail.shows(LevelOfDetail.TITLES)) {
            text(data, box);
            mark(data, box);
            if (data.canOpen()) {
                triangle(box.right() - 15, box.centerY() - 5, false);
            }
        }
        if (detail.shows(LevelOfDetail.FULL) && !data.isPort()) {
            shape(data, box);
        }
    }

    private void border(DisplayNode node, VisualNode data, Box box, double arc) {
        boolean differs = data.state().isDifferent();
        context.setStroke(differs ? stateColor(data.state()) : palette.border());
        context.setLineWidth(differs ? 2 : 1);
        if (data.state() == DifferenceState.REMOVED) {
            context.setLineDashes(6, 4);
        }
        context.strokeRoundRect(box.x(), box.y(), box.width(), box.height(), arc, arc);
        if (data.isRoot()) {
            context.setLineWidth(1);
            context.strokeRoundRect(box.x() + 3, box.y() + 3, box.width() - 6, box.height() - 6, arc - 2, arc - 2);
        }
        context.setLineDashes();
        if (node.mark == Mark.SELECTED || node.mark == Mark.PATH || node.mark == Mark.FEEDS) {
            outline(node.mark, box, arc);
        }
    }

    private void outline(Mark mark, Box box, double arc) {
        context.setStroke(palette.accent());
        context.setLineWidth(mark == Mark.SELECTED ? 3 : 1.5);
        context.strokeRoundRect(box.x() - 3, box.y() - 3, box.width() + 6, box.height() + 6, arc + 5, arc + 5);
    }

    private void text(VisualNode data, Box box) {
        var text = data.text();
        boolean second = detail.shows(LevelOfDetail.FULL);
        context.setTextBaseline(VPos.CENTER);
        context.setTextAlign(TextAlignment.LEFT);
        var ink = data.kind().hasWhiteText() ? Color.WHITE : palette.foreground();
        double right = data.canOpen() ? 14 : 0;
        double middle = box.x() + (box.width() - right) / 2;
        double titleWidth = sizes.titleTextWidth(text);
        double start = middle - titleWidth / 2;
        double y = data.isPort() || !second ? box.centerY() : box.y() + 13.5;
        context.setFill(ink);
        context.setFont(TITLE);
        var title = data.isPort() ? "" : text.title();
        if (data.isPort()) {
            context.setFont(NAME);
            context.setTextAlign(TextAlignment.CENTER);
            context.fillText(text.name(), middle, y);
            return;
        }
        context.fillText(title, start, y);
        if (!text.operands().isEmpty()) {
            context.setFont(OPERANDS);
            context.fillText(text.operands(), start + sizes.boldWidth(title), y);
        }
        if (second) {
            context.setFont(NAME);
            context.setTextAlign(TextAlignment.CENTER);
            context.setFill(ink.deriveColor(0, 1, 1, 0.8));
            context.fillText(text.name(), middle, box.y() + 28.5);
        }
    }

    private void shape(VisualNode data, Box box) {
        context.setFont(SHAPE);
        context.setTextAlign(TextAlignment.LEFT);
        context.setTextBaseline(VPos.CENTER);
        boolean changed = data.isShapeChanged();
        if (data.parent() == null) {
            double alpha = context.getGlobalAlpha();
            context.setGlobalAlpha(1);
            context.setFill(palette.background());
            context.fillRect(
                    box.centerX() + 3,
                    box.bottom() + 2.5,
                    sizes.shapeWidth(data.text().shape()) + 4,
                    12);
            context.setGlobalAlpha(alpha);
        }
        context.setFill(changed ? palette.changed() : palette.muted());
        context.fillText(data.text().shape(), box.centerX() + 5, box.bottom() + 8.5);
    }

    private void mark(VisualNode data, Box box) {
        if (!data.state().isDifferent()) {
            return;
        }
        double x = box.right() - 2;
        double y = box.y() + 2;
        context.setFill(stateColor(data.state()));
        context.fillOval(x - 8, y - 8, 16, 16);
        context.setFill(palette.isDark() ? Color.BLACK : Color.WHITE);
        context.setFont(TITLE);
        context.setTextAlign(TextAlignment.CENTER);
        context.setTextBaseline(VPos.CENTER);
        context.fillText(data.state().mark(), x, y);
    }

    /** Points right for a closed box, down for an open one. */
    private void triangle(double x, double y, boolean down) {
        context.setFill(palette.muted());
        if (down) {
            context.fillPolygon(new double[] {x, x + 9, x + 4.5}, new double[] {y + 1, y + 1, y + 8}, 3);
        } else {
            context.fillPolygon(new double[] {x, x + 7, x}, new double[] {y, y + 5, y + 10}, 3);
        }
    }

    private Color fill(NodeKind kind) {
        return fills.computeIfAbsent(kind, each -> Color.web(each.fill(palette.isDark())));
    }

    private Color stateColor(DifferenceState state) {
        return stateColor(state, palette);
    }

    static Color stateColor(DifferenceState state, Palette palette) {
        return switch (state) {
            case ADDED -> palette.added();
            case REMOVED -> palette.removed();
            case CHANGED -> palette.changed();
            case NONE, SAME -> palette.line();
        };
    }
}
