package org.hloexplorer.visualizers.graph;

/** How large nodes are, and the sizes of the text in them. */
final class NodeSizes {
    static final double TITLE_SIZE = 13;
    static final double NAME_SIZE = 11;
    static final double SHAPE_SIZE = 10.5;
    static final double BOX_HEIGHT = 40;
    static final double PORT_HEIGHT = 24;
    /** Room below a box for the shape of its value. */
    static final double SHAPE_HEIGHT = 16;

    static final double HULL_PADDING = 8;
    static final double HULL_TITLE = 22;

    private static final double SIDE = 12;
    private static final double NARROWEST = 64;

    private final GlyphWidths bold = GlyphWidths.of("Inter-Bold.ttf");
    private final GlyphWidths regular = GlyphWidths.of("Inter-Regular.ttf");
    private final GlyphWidths monospace = GlyphWidths.of("JetBrainsMono-Regular.ttf");

    /** The width of a closed box; the mark of a difference has its room. */
    double width(VisualNode node) {
        var text = node.text();
        double title = node.isPort() ? 0 : titleTextWidth(text);
        double name = regular.width(text.name(), NAME_SIZE);
        // The shape stands to the right of the edge that leaves in the middle.
        double shape = 2 * (shapeWidth(text.shape()) + 5) - 2 * SIDE;
        double mark = node.state().isDifferent() ? 16 : 0;
        double widest = Math.max(title + mark, Math.max(name, node.isPort() ? 0 : shape));
        return Math.ceil(Math.max(NARROWEST, widest + 2 * SIDE + (node.canOpen() ? 14 : 0)));
    }

    double titleTextWidth(NodeText text) {
        return boldWidth(text.title()) + regular.width(text.operands(), TITLE_SIZE);
    }

    double boldWidth(String title) {
        return bold.width(title, TITLE_SIZE);
    }

    double nameWidth(String name) {
        return regular.width(name, NAME_SIZE);
    }

    double shapeWidth(String shape) {
        return monospace.width(shape, SHAPE_SIZE);
    }

    double titleWidth(String title) {
        return bold.width(title, NAME_SIZE) + 2 * HULL_PADDING;
    }

    static double height(VisualNode node) {
        return node.isPort() ? PORT_HEIGHT : BOX_HEIGHT;
    }

    /** What lies between the bottom of the box and the edges that leave it. */
    static double below(VisualNode node) {
        return node.isPort() || node.text().shape().isEmpty() ? 0 : SHAPE_HEIGHT;
    }
}
