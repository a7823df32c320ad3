package org.hloexplorer.visualizers.timeline;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.pipeline.PassEvent.Rewritten;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.jspecify.annotations.Nullable;

/** The pass runs in order, the version that is looked at, and the rewrite inside its pass. */
public final class TimelineViewModel {

    /** The selected rewrite where the whole pass is looked at. */
    public static final int WHOLE_PASS = -1;

    /** Stands for a peak that is not known. */
    public static final long UNKNOWN_PEAK = -1;

    /** Told of toggles: the pass and which of its name it is, counted from 1. */
    @FunctionalInterface
    public interface ToggleListener {
        void toggled(String pass, int occurrence);
    }

    /** Told when a rewrite is selected: its position in its pass, or {@link #WHOLE_PASS}. */
    @FunctionalInterface
    public interface RewriteListener {
        void selected(PassRun run, int rewrite);
    }

    private final ReadOnlyObjectWrapper<@Nullable PipelineRun> run = new ReadOnlyObjectWrapper<>();
    private final ObservableList<PassCell> cells = FXCollections.observableArrayList();
    private final ObservableList<PassCell> readableCells = FXCollections.unmodifiableObservableList(cells);
    private final ObservableList<Rewritten> rewrites = FXCollections.observableArrayList();
    private final ObservableList<Rewritten> readableRewrites = FXCollections.unmodifiableObservableList(rewrites);
    private final ObservableList<Long> peaks = FXCollections.observableArrayList();
    private final ObservableList<Long> readablePeaks = FXCollections.unmodifiableObservableList(peaks);
    private final IntegerProperty version = new SimpleIntegerProperty();
    private final IntegerProperty rewrite = new SimpleIntegerProperty(WHOLE_PASS);
    private Predicate<String> changesValues = _ -> false;
    private Set<Integer> diverged = Set.of();
    private ToggleListener toggles = (_, _) -> {};
    private RewriteListener rewriteSelections = (_, _) -> {};

    public TimelineViewModel() {
        version.subscribe(_ -> versionMoved());
        rewrite.subscribe(
                number -> selectedRun().ifPresent(each -> rewriteSelections.selected(each, number.intValue())));
    }

    /** Shows a timeline; the version looked at stays the same where there is one with this number. */
    public void show(@Nullable PipelineRun shown) {
        run.set(shown);
        refreshCells();
        version.set(Math.clamp(version.get(), 0, cells.size()));
        versionMoved();
    }

    /** Shows peak memory, in bytes, of the input and after each pass; nothing while that is not known. */
    public void showPeaks(List<Long> known) {
        peaks.setAll(known);
    }

    /** Peak memory of the input and after each pass; empty while that is not known. */
    public ObservableList<Long> peaks() {
        return readablePeaks;
    }

    /** Which rules change results for some inputs. */
    public void setChangesValues(Predicate<String> rules) {
        changesValues = rules;
        refreshCells();
    }

    /** The pass runs, by index, at which results leave the reference. */
    public void setDiverged(Set<Integer> passRuns) {
        diverged = Set.copyOf(passRuns);
        refreshCells();
    }

    private void refreshCells() {
        var shown = run.get();
        cells.setAll(shown == null ? List.of() : cells(shown.runs()));
    }

    private List<PassCell> cells(List<PassRun> runs) {
        double longest =
                runs.stream().mapToDouble(TimelineViewModel::logarithm).max().orElse(1);
        var occurrences = PassOccurrences.of(runs);
        return IntStream.range(0, runs.size())
                .mapToObj(i -> new PassCell(
                        runs.get(i),
                        occurrences.get(i),
                        longest == 0 ? 0 : logarithm(runs.get(i)) / longest,
                        runs.get(i).rewrites().stream().map(Rewritten::rule).anyMatch(changesValues),
                        diverged.contains(runs.get(i).index())))
                .toList();
    }

    private static double logarithm(PassRun each) {
        return Math.log1p(each.time().toNanos() / 1e4);
    }

    private void versionMoved() {
        rewrite.set(WHOLE_PASS);
        rewrites.setAll(selectedRun().map(PassRun::rewrites).orElse(List.of()));
    }

    /** The pass run that left the version looked at; none for the input. */
    public Optional<PassRun> selectedRun() {
        return selectedCell().map(PassCell::run);
    }

    public Optional<PassCell> selectedCell() {
        int index = version.get() - 1;
        return index >= 0 && index < cells.size() ? Optional.of(cells.get(index)) : Optional.empty();
    }

    public void selectNext() {
        version.set(Math.min(version.get() + 1, cells.size()));
    }

    public void selectPrevious() {
        version.set(Math.max(version.get() - 1, 0));
    }

    public void selectNextChanging() {
        IntStream.rangeClosed(version.get() + 1, cells.size())
                .filter(this::isChanging)
                .findFirst()
                .ifPresent(version::set);
    }

    public void selectPreviousChanging() {
        IntStream.iterate(version.get() - 1, each -> each > 0, each -> each - 1)
                .filter(this::isChanging)
                .findFirst()
                .ifPresentOrElse(version::set, () -> version.set(0));
    }

    /** Selects the first pass that changed something, as the first thing to look at. */
    public void selectFirstChanging() {
        version.set(0);
        selectNextChanging();
    }

    private boolean isChanging(int each) {
        return cells.get(each - 1).run().isChanging();
    }

    public void selectNextRewrite() {
        rewrite.set(Math.min(rewrite.get() + 1, rewrites.size() - 1));
    }

    /** Before the first rewrite is the whole pass. */
    public void selectPreviousRewrite() {
        rewrite.set(Math.max(rewrite.get() - 1, WHOLE_PASS));
    }

    /** Asks for the selected pass to be switched to its other state. */
    public void toggleSelected() {
        selectedCell().ifPresent(this::toggle);
    }

    public void toggle(PassCell cell) {
        toggles.toggled(cell.run().pass(), cell.occurrence());
    }

    public void setOnToggle(ToggleListener listener) {
        toggles = listener;
    }

    public void setOnRewrite(RewriteListener listener) {
        rewriteSelections = listener;
    }

    public ReadOnlyObjectProperty<@Nullable PipelineRun> runProperty() {
        return run.getReadOnlyProperty();
    }

    public ObservableList<PassCell> cells() {
        return readableCells;
    }

    /** The rewrites of the selected pass. */
    public ObservableList<Rewritten> rewrites() {
        return readableRewrites;
    }

    /** The version looked at: 0 is the input, n what the n-th pass run left. */
    public IntegerProperty versionProperty() {
        return version;
    }

    /** The rewrite looked at in its pass, or {@link #WHOLE_PASS}. */
    public IntegerProperty rewriteProperty() {
        return rewrite;
    }
}
