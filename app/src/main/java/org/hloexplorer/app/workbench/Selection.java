package org.hloexplorer.app.workbench;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.hlo.HloPath;
import org.jspecify.annotations.Nullable;

/** What is selected, for all views that show it. */
public final class Selection {
    private final ObjectProperty<@Nullable HloPath> path = new SimpleObjectProperty<>();

    /** An instruction or a computation in a version of the module; null for nothing. */
    public ObjectProperty<@Nullable HloPath> pathProperty() {
        return path;
    }

    public void clear() {
        path.set(null);
    }
}
