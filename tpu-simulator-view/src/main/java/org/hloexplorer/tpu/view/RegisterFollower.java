package org.hloexplorer.tpu.view;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;

/** Has the registers of a small array simulated along with the cycle that is shown, where that is wanted. */
final class RegisterFollower {
    private final BooleanProperty wanted = new SimpleBooleanProperty();
    private final ReadOnlyStringWrapper report = new ReadOnlyStringWrapper("");
    private @Nullable UnitScene scene;
    private @Nullable RegisterCells cells;
    private boolean isThere;
    private long cycle;

    RegisterFollower() {
        wanted.subscribe(_ -> {
            cells = null;
            follow();
        });
    }

    void show(@Nullable UnitScene shown) {
        scene = shown;
        cells = null;
        follow();
    }

    void goTo(long shown) {
        cycle = shown;
        follow();
    }

    private void follow() {
        var shown = scene;
        if (!wanted.get() || shown == null) {
            isThere = false;
            report.set("");
            return;
        }
        var stepped = cells == null ? RegisterCells.of(shown) : cells;
        cells = stepped;
        isThere = stepped != null && stepped.goTo(cycle);
        report.set(stepped == null ? Words.say("registers.large", RegisterCells.LARGEST_SIDE) : report(shown, stepped));
    }

    private String report(UnitScene shown, RegisterCells stepped) {
        if (!isThere) {
            return Words.say("registers.far");
        }
        int differences = stepped.differences(shown.array().at(cycle));
        return differences == 0
                ? Words.say("registers.agree", Figures.count(cycle))
                : Words.say("registers.differ", Figures.count(cycle), differences);
    }

    /** The cells as registers have them in the cycle that is shown; null where they are not wanted or too far. */
    @Nullable
    RegisterCells shown() {
        return isThere ? cells : null;
    }

    BooleanProperty wantedProperty() {
        return wanted;
    }

    /** Whether registers and schedule agree, or why there are no registers, in a sentence; empty where none are wanted. */
    ReadOnlyStringProperty reportProperty() {
        return report.getReadOnlyProperty();
    }
}
