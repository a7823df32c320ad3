package org.hloexplorer.visualizers.run;

import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** What to run, where, on which inputs, and what came out; whoever runs it feeds this. */
public final class RunViewModel {
    private final ObservableList<DeviceDescription> devices = FXCollections.observableArrayList();
    private final ObservableList<DeviceDescription> readableDevices = FXCollections.unmodifiableObservableList(devices);
    private final ObjectProperty<@Nullable DeviceDescription> device = new SimpleObjectProperty<>();
    private final StringProperty seed = new SimpleStringProperty("1");
    private final IntegerProperty repeat = new SimpleIntegerProperty(1);
    private final BooleanProperty compares = new SimpleBooleanProperty(true);
    private final ObjectProperty<ContractionEngine> contractions =
            new SimpleObjectProperty<>(ContractionEngine.GENERATED);
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<@Nullable RunReport> report = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<String> message = new ReadOnlyObjectWrapper<>(Words.say("run.empty"));
    private Runnable runs = () -> {};
    private Runnable cancels = () -> {};

    /** The devices to choose from; those that are missing say why. */
    public void setDevices(List<DeviceDescription> all) {
        var old = device.get();
        devices.setAll(all);
        device.set(all.stream()
                .filter(each -> old != null && each.kind() == old.kind() && each.number() == old.number())
                .findFirst()
                .or(() -> all.stream()
                        .filter(each -> old != null && each.kind() == old.kind())
                        .findFirst())
                .or(() -> all.stream().filter(DeviceDescription::isAvailable).findFirst())
                .orElse(null));
    }

    /** Is called when the user wants to run. */
    public void setOnRun(Runnable listener) {
        runs = listener;
    }

    public void setOnCancel(Runnable listener) {
        cancels = listener;
    }

    /** Asks for a run, or says what stands against it. */
    public void run() {
        var chosen = device.get();
        if (chosen == null) {
            message.set(Words.say("run.noDevice"));
        } else if (chosen.missing() != null) {
            message.set(Words.say("run.missing", chosen.kind().text(), chosen.missing()));
        } else if (!isSeed(seed.get())) {
            message.set(Words.say("run.badSeed", seed.get()));
        } else {
            runs.run();
        }
    }

    public void cancel() {
        cancels.run();
    }

    /** Nothing was run yet, as when another program is opened. */
    public void reset() {
        running.set(false);
        report.set(null);
        message.set(Words.say("run.empty"));
    }

    /** A run has begun. */
    public void started() {
        running.set(true);
        message.set(Words.say("run.running"));
    }

    public void succeeded(RunReport result) {
        running.set(false);
        report.set(result);
        message.set("");
    }

    /** The run gave nothing, for this reason; what is shown from before is gone. */
    public void failed(String reason) {
        running.set(false);
        report.set(null);
        message.set(reason);
    }

    public void cancelled() {
        running.set(false);
        message.set(Words.say("run.cancelled"));
    }

    /** The module or the passes have changed: what is shown is of the past. */
    public void outdated() {
        if (report.get() != null) {
            message.set(Words.say("run.outdated"));
        }
    }

    private static boolean isSeed(String text) {
        try {
            Long.parseLong(text.strip());
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** The seed; 1 where what is written is none. */
    public long seed() {
        return isSeed(seed.get()) ? Long.parseLong(seed.get().strip()) : 1;
    }

    public StringProperty seedProperty() {
        return seed;
    }

    public ObservableList<DeviceDescription> devices() {
        return readableDevices;
    }

    public ObjectProperty<@Nullable DeviceDescription> deviceProperty() {
        return device;
    }

    /** How many runs are timed, once the program is warm. */
    public IntegerProperty repeatProperty() {
        return repeat;
    }

    /** Whether outputs are compared with the reference. */
    public BooleanProperty comparesProperty() {
        return compares;
    }

    /** What computes dots and convolutions on the processor. */
    public ObjectProperty<ContractionEngine> contractionsProperty() {
        return contractions;
    }

    public ReadOnlyBooleanProperty runningProperty() {
        return running.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<@Nullable RunReport> reportProperty() {
        return report.getReadOnlyProperty();
    }

    /** What there is to say besides the report; empty for nothing. */
    public ReadOnlyObjectProperty<String> messageProperty() {
        return message.getReadOnlyProperty();
    }
}
