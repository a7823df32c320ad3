package org.hloexplorer.visualizers.memory;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;
import org.hloexplorer.pipeline.buffers.BufferAssignment;
import org.hloexplorer.pipeline.buffers.MovementLedger;
import org.hloexplorer.pipeline.buffers.PeakMemory;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** The buffers of the version that is looked at, the moment in its schedule, and the peak after every pass. */
public final class MemoryViewModel {
    /** Stands for a version whose peak is not known yet, or cannot be computed. */
    public static final long UNKNOWN = -1;

    private final Background places;
    private final Background curve;
    private final ReadOnlyObjectWrapper<@Nullable BufferAssignment> assignment = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper("");
    private final IntegerProperty time = new SimpleIntegerProperty(-1);
    private final ObservableList<AssignedValue> alive = FXCollections.observableArrayList();
    private final ObservableList<HloInstruction> schedule = FXCollections.observableArrayList();
    private final ObservableList<Long> peaks = FXCollections.observableArrayList();
    /** Kept, since such a view of a list that nobody holds is lost together with its listeners. */
    private final ObservableList<Long> readablePeaks = FXCollections.unmodifiableObservableList(peaks);

    private final ObservableList<String> ledger = FXCollections.observableArrayList();
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final IntegerProperty version = new SimpleIntegerProperty();

    /** Computes on this executor, and shows on the JavaFX thread. */
    public MemoryViewModel(Executor worker) {
        this(new Background(worker), new Background(worker));
    }

    MemoryViewModel(Background places, Background curve) {
        this.places = places;
        this.curve = curve;
        time.subscribe(_ -> showMoment());
        selection.subscribe(this::follow);
    }

    /** Shows a timeline: its ledger, and the curve of its peaks as soon as that is computed. */
    public void show(@Nullable PipelineRun run) {
        peaks.clear();
        ledger.clear();
        if (run == null) {
            curve.cancel();
            clear();
            return;
        }
        ledger.setAll(
                MovementLedger.of(run).lines().stream().map(LedgerText::of).toList());
        curve.order(cancellation -> peaks(run, cancellation), peaks::setAll, _ -> peaks.clear());
    }

    /** What a version takes whose buffers cannot be assigned is unknown, and does not keep the others from being known. */
    private static List<Long> peaks(PipelineRun run, Cancellation cancellation) {
        var known = new IdentityHashMap<HloModule, Long>();
        var all = new ArrayList<Long>();
        for (int each = 0; each < run.versions(); each++) {
            cancellation.check();
            all.add(known.computeIfAbsent(run.version(each), MemoryViewModel::peak));
        }
        return all;
    }

    private static long peak(HloModule module) {
        try {
            return PeakMemory.of(module);
        } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
            return UNKNOWN;
        }
    }

    /** Shows the buffers of one version. */
    public void showVersion(HloModule module, int shownVersion) {
        version.set(shownVersion);
        places.order(_ -> PeakMemory.assignment(module), this::show, fault -> {
            clear();
            summary.set(Words.say("memory.failed", String.valueOf(fault.getMessage())));
        });
    }

    private void show(BufferAssignment found) {
        assignment.set(found);
        schedule.setAll(found.ranges().order());
        summary.set(Words.say(
                "memory.summary",
                found.totalBytes(),
                found.bytes(Kind.TEMPORARY),
                found.fragmentation(),
                found.peakBytes(),
                found.ranges().order().isEmpty()
                        ? ""
                        : found.ranges().order().get(found.peakTime()).name()));
        time.set(-1);
        time.set(found.peakTime());
    }

    private void clear() {
        places.cancel();
        assignment.set(null);
        schedule.clear();
        alive.clear();
        summary.set("");
        time.set(-1);
    }

    private void showMoment() {
        var shown = assignment.get();
        alive.setAll(shown == null || time.get() < 0 ? List.of() : shown.aliveAt(time.get()));
    }

    /** An instruction selected elsewhere is the moment to look at. */
    private void follow(@Nullable HloPath path) {
        var shown = assignment.get();
        if (shown != null && path != null && path.instructionId() != null) {
            int id = path.instructionId();
            for (int i = 0; i < schedule.size(); i++) {
                if (schedule.get(i).id() == id) {
                    time.set(i);
                    return;
                }
            }
        }
    }

    /** Selects the instruction that runs at a moment, here and everywhere. */
    public void select(int moment) {
        var shown = assignment.get();
        if (shown == null || moment < 0 || moment >= schedule.size()) {
            return;
        }
        time.set(moment);
        int id = schedule.get(moment).id();
        shown.module()
                .computationOf(id)
                .ifPresent(home -> selection.set(HloPath.toInstruction(version.get(), home.id(), id)));
    }

    public ReadOnlyObjectProperty<@Nullable BufferAssignment> assignmentProperty() {
        return assignment.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty summaryProperty() {
        return summary.getReadOnlyProperty();
    }

    /** The moment that is looked at, as a position in {@link #schedule()}; -1 for none. */
    public IntegerProperty timeProperty() {
        return time;
    }

    /** What is alive at the moment, the largest first. */
    public ObservableList<AssignedValue> alive() {
        return FXCollections.unmodifiableObservableList(alive);
    }

    /** The instructions in the order they run. */
    public ObservableList<HloInstruction> schedule() {
        return FXCollections.unmodifiableObservableList(schedule);
    }

    /** Total bytes of each version; empty until all are known. */
    public ObservableList<Long> peaks() {
        return readablePeaks;
    }

    /** A line for each pass that made or removed copies, transposes, conversions or bitcasts. */
    public ObservableList<String> ledger() {
        return FXCollections.unmodifiableObservableList(ledger);
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }

    public IntegerProperty versionProperty() {
        return version;
    }
}
