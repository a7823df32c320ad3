package org.hloexplorer.app.workbench;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** The program that is open. */
public final class ProgramModel {
    private final ReadOnlyObjectWrapper<ProgramSource> source = new ReadOnlyObjectWrapper<>(ProgramSource.NONE);

    /** {@link ProgramSource#NONE} until something is opened. */
    public ReadOnlyObjectProperty<ProgramSource> sourceProperty() {
        return source.getReadOnlyProperty();
    }

    public void open(ProgramSource opened) {
        source.set(opened);
    }
}
