package org.hloexplorer.app.workbench;

import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** Work under way, as a status bar shows it. Its properties change on the thread that results are published on. */
public final class RunningTask {
    private final String title;
    private final Runnable onCancel;
    private final ReadOnlyDoubleWrapper fraction = new ReadOnlyDoubleWrapper(Progress.UNKNOWN);
    private final ReadOnlyStringWrapper step = new ReadOnlyStringWrapper("");

    RunningTask(String title, Runnable onCancel) {
        this.title = title;
        this.onCancel = onCancel;
    }

    public String title() {
        return title;
    }

    /** From 0 to 1, or {@link Progress#UNKNOWN}. */
    public ReadOnlyDoubleProperty fractionProperty() {
        return fraction.getReadOnlyProperty();
    }

    /** What it is doing right now; empty where the title says enough. */
    public ReadOnlyStringProperty stepProperty() {
        return step.getReadOnlyProperty();
    }

    /** Asks the work to stop, and gives up on its result. */
    public void cancel() {
        onCancel.run();
    }

    void show(Progress.Report report) {
        fraction.set(report.fraction());
        step.set(report.step());
    }
}
