package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.EdgeSelection;
import org.jspecify.annotations.Nullable;

/**
 * What was selected one after the other, to go back and forth in, as in a browser. The same instruction in another version
 * is no other place.
 */
public final class SelectionTrail {
    private static final int MOST_PLACES = 200;

    private record Place(@Nullable HloPath path, @Nullable EdgeSelection edge) {
        boolean isOf(Place other) {
            return withoutVersion().equals(other.withoutVersion());
        }

        private Place withoutVersion() {
            return new Place(
                    path == null ? null : path.inVersion(0),
                    edge == null ? null : new EdgeSelection(0, edge.computationId(), edge.producer(), edge.consumer()));
        }
    }

    private final Selection selection;
    private final List<Place> places = new ArrayList<>();
    private final ReadOnlyBooleanWrapper hasBefore = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper hasAfter = new ReadOnlyBooleanWrapper();
    private int at = -1;
    private boolean isMoving;

    SelectionTrail(Selection selection) {
        this.selection = selection;
        selection.pathProperty().subscribe(_ -> note());
        selection.edgeProperty().subscribe(_ -> note());
    }

    private void note() {
        var path = selection.pathProperty().get();
        var edge = selection.edgeProperty().get();
        if (isMoving || (path == null && edge == null)) {
            return;
        }
        var place = edge != null ? new Place(null, edge) : new Place(path, null);
        if (at >= 0 && places.get(at).isOf(place)) {
            places.set(at, place);
            return;
        }
        places.subList(at + 1, places.size()).clear();
        places.add(place);
        if (places.size() > MOST_PLACES) {
            places.removeFirst();
        }
        arrive(places.size() - 1);
    }

    /** Selects again what was selected before; nothing happens at the start. */
    public void back() {
        go(at - 1);
    }

    /** Selects again what was selected after; nothing happens at the end. */
    public void forward() {
        go(at + 1);
    }

    private void go(int index) {
        if (index < 0 || index >= places.size()) {
            return;
        }
        var place = places.get(index);
        isMoving = true;
        try {
            selection.edgeProperty().set(place.edge());
            selection.pathProperty().set(place.path());
        } finally {
            isMoving = false;
        }
        arrive(index);
    }

    private void arrive(int index) {
        at = index;
        hasBefore.set(at > 0);
        hasAfter.set(at < places.size() - 1);
    }

    void clear() {
        places.clear();
        arrive(-1);
    }

    /** Whether there is something to go back to. */
    public ReadOnlyBooleanProperty hasBeforeProperty() {
        return hasBefore.getReadOnlyProperty();
    }

    /** Whether there is something to go forward to. */
    public ReadOnlyBooleanProperty hasAfterProperty() {
        return hasAfter.getReadOnlyProperty();
    }
}
