package org.hloexplorer.visualizers.graph;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A node of the picture.
 *
 * @param key unique in the picture: the ids of the calls it lies in and its own, separated by slashes
 * @param parent the key of the open box it lies in; null at the top
 * @param shows the instruction, and those constants that are written inside it
 * @param notes what differs, or where it went, in words
 * @param canOpen whether it calls computations that are worth drawing
 * @param isPort whether it is a parameter of the open box it lies in
 * @param title of an open box; empty for others
 */
public record VisualNode(
        String key,
        @Nullable String parent,
        int computationId,
        int instructionId,
        List<Integer> shows,
        NodeKind kind,
        NodeText text,
        DifferenceState state,
        List<String> notes,
        boolean isShapeChanged,
        boolean isRoot,
        boolean canOpen,
        boolean isOpen,
        boolean isPort,
        String title) {

    public VisualNode {
        shows = List.copyOf(shows);
        notes = List.copyOf(notes);
    }

    /** GraphStream's style classes. */
    String classes() {
        return "%s,%s%s%s"
                .formatted(kind, state, isRoot ? ",root" : "", isOpen ? ",open" : "")
                .toLowerCase(Locale.ROOT);
    }
}
