package org.hloexplorer.app.workbench;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.EdgeSelection;
import org.jspecify.annotations.Nullable;

/** What is selected, for all views that show it. */
public final class Selection {
    private final ObjectProperty<@Nullable HloPath> path = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable EdgeSelection> edge = new SimpleObjectProperty<>();

    private final SelectionTrail trail = new SelectionTrail(this);

    /** What was selected before, to go back to. */
    public SelectionTrail trail() {
        return trail;
    }

    /** An instruction or a computation in a version of the module; null for nothing. */
    public ObjectProperty<@Nullable HloPath> pathProperty() {
        return path;
    }

    /** An edge, where one is selected rather than an instruction; null for none. */
    public ObjectProperty<@Nullable EdgeSelection> edgeProperty() {
        return edge;
    }

    /** Selects nothing, and forgets what was selected. */
    public void clear() {
        path.set(null);
        edge.set(null);
        trail.clear();
    }
}
