package org.hloexplorer.tpu.view;

import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent;
import org.jspecify.annotations.Nullable;

/**
 * What the view of the array shows, and how time runs in it. Knows observables but no controls, so its tests need no
 * screen.
 *
 * <p>Cycles run from 0 to the total; in the total itself all results are in their accumulators.
 */
public final class TpuViewModel {
    /** The slowest and the fastest that can be played, as powers of ten in cycles per second. */
    static final double SLOWEST = 0;

    static final double FASTEST = 6;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ReadOnlyObjectWrapper<@Nullable TpuSimulation> simulation = new ReadOnlyObjectWrapper<>();
    private final ObservableList<MatMulRun> matMuls = FXCollections.observableArrayList();
    private final ObservableList<MatMulRun> readableMatMuls = FXCollections.unmodifiableObservableList(matMuls);
    private final ObjectProperty<@Nullable MatMulRun> selected = new SimpleObjectProperty<>();
    private final IntegerProperty unit = new SimpleIntegerProperty();
    private final ReadOnlyObjectWrapper<@Nullable UnitScene> scene = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyLongWrapper cycle = new ReadOnlyLongWrapper();
    private final ReadOnlyIntegerWrapper tile = new ReadOnlyIntegerWrapper();
    private final BooleanProperty playing = new SimpleBooleanProperty();
    private final ObjectProperty<Direction> direction = new SimpleObjectProperty<>(Direction.FORWARD);
    private final DoubleProperty speedExponent = new SimpleDoubleProperty(0.5);
    private final BooleanProperty motion = new SimpleBooleanProperty(true);
    private final ObjectProperty<@Nullable CellAddress> selectedCell = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable CellAddress> hoveredCell = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable Integer> selectedInstruction = new SimpleObjectProperty<>();
    private final ObservableList<SimulationEvent> events = FXCollections.observableArrayList();
    private final ObservableList<SimulationEvent> readableEvents = FXCollections.unmodifiableObservableList(events);
    private final ChipFollower chip = new ChipFollower();
    private final TimeWindow time = new TimeWindow();
    private final RegisterFollower registers = new RegisterFollower();
    private final ObjectProperty<StepUnit> stepUnit = new SimpleObjectProperty<>(StepUnit.EVENT);
    private double fraction;

    public TpuViewModel() {
        selected.subscribe(this::showSelected);
        unit.subscribe(_ -> showSelected());
        scene.subscribe(registers::show);
        cycle.subscribe(shown -> registers.goTo(shown.longValue()));
        selectedInstruction.subscribe(this::selectInstruction);
    }

    /** Shows a simulation from its first product on, or nothing. Call on the JavaFX thread. */
    public void show(@Nullable TpuSimulation shown) {
        playing.set(false);
        simulation.set(shown);
        selected.set(null);
        chip.show(shown);
        matMuls.setAll(shown == null ? List.of() : shown.matMuls());
        unit.set(0);
        selected.set(matMuls.isEmpty() ? null : matMuls.getFirst());
    }

    private void showSelected() {
        var run = selected.get();
        playing.set(false);
        fraction = 0;
        selectedCell.set(null);
        hoveredCell.set(null);
        if (run == null) {
            scene.set(null);
            events.clear();
            cycle.set(0);
            return;
        }
        int existing = Math.clamp(unit.get(), 0, run.simulation().plans().size() - 1);
        var shown = UnitScene.of(run, existing);
        scene.set(shown);
        unit.set(existing);
        time.show(shown.firstCycles(), shown.cycles());
        selectedInstruction.set(run.instruction() < 0 ? null : (Integer) run.instruction());
        showEvents(0);
        goTo(shown.firstWave());
    }

    private void selectInstruction(@Nullable Integer instruction) {
        matMuls.stream()
                .filter(run -> instruction != null && run.instruction() == instruction)
                .findFirst()
                .ifPresent(selected::set);
    }

    /** Goes to a cycle, or to the nearest that exists. */
    public void goTo(long wanted) {
        var shown = scene.get();
        if (shown == null) {
            return;
        }
        fraction = 0;
        moveTo(Math.clamp(wanted, 0, shown.cycles()), shown);
    }

    private void moveTo(long next, UnitScene shown) {
        int nextTile = shown.tileAt(next);
        if (nextTile != tile.get()) {
            showEvents(nextTile);
        }
        time.follow(next);
        chip.follow(shown.run(), next);
        cycle.set(next);
    }

    /** Goes to a cycle of the whole program; the product that is at work in it is shown, where one is. */
    void goTo(ChipPiece piece, long wanted) {
        playing.set(false);
        chip.goTo(piece, wanted).ifPresent(found -> {
            selected.set(found.run());
            goTo(found.cycle());
        });
    }

    private void showEvents(int around) {
        var shown = scene.get();
        if (shown != null) {
            tile.set(around);
            events.setAll(shown.eventsAround(around));
        }
    }

    /** One cycle on or back. Playing stops. */
    public void step(Direction to) {
        playing.set(false);
        goTo(cycle.get() + to.sign());
    }

    /** To the next or previous cycle in which something of the chosen kind happens, or to the end. Playing stops. */
    public void stepByUnit(Direction to) {
        step(stepUnit.get(), to);
    }

    /** To the start of the next or previous tile, or to the end. Playing stops. */
    public void stepToTile(Direction to) {
        step(StepUnit.TILE, to);
    }

    private void step(StepUnit by, Direction to) {
        playing.set(false);
        var shown = scene.get();
        if (shown != null) {
            goTo(by.step(shown, cycle.get(), to));
        }
    }

    /** To the first cycle of a tile, the one in which its first row of X enters. */
    public void goToTile(int wanted) {
        var shown = scene.get();
        if (shown != null && wanted >= 0 && wanted < shown.plan().folds()) {
            goTo(shown.schedule().start(wanted));
        }
    }

    public void goToStart() {
        playing.set(false);
        goTo(0);
    }

    public void goToEnd() {
        playing.set(false);
        goTo(Long.MAX_VALUE);
    }

    /** Plays in a direction, or pauses where that is already happening. At the end it begins anew. */
    public void togglePlay(Direction to) {
        if (playing.get() && direction.get() == to) {
            playing.set(false);
            return;
        }
        direction.set(to);
        var shown = scene.get();
        if (shown != null) {
            long end = to == Direction.FORWARD ? shown.cycles() : 0;
            if (cycle.get() == end) {
                goTo(shown.cycles() - end);
            }
            playing.set(true);
        }
    }

    /** Lets time pass while playing; stops at the ends. */
    public void tick(long nanos) {
        var shown = scene.get();
        if (!playing.get() || shown == null) {
            return;
        }
        fraction += cyclesPerSecond() * nanos / NANOS_PER_SECOND;
        long whole = (long) fraction;
        fraction -= whole;
        if (whole > 0) {
            long wanted = cycle.get() + direction.get().sign() * whole;
            moveTo(Math.clamp(wanted, 0, shown.cycles()), shown);
            playing.set(wanted > 0 && wanted < shown.cycles());
        }
    }

    /** How fast it plays. */
    public double cyclesPerSecond() {
        return Math.pow(10, speedExponent.get());
    }

    /** What is known about the hovered cell or, when there is none, the selected one. */
    @Nullable
    CellAddress cellInFocus() {
        var hovered = hoveredCell.get();
        return hovered == null ? selectedCell.get() : hovered;
    }

    /** Selects a cell of the array, or the nearest that exists. */
    public void selectCell(int row, int col) {
        var shown = scene.get();
        if (shown != null) {
            selectedCell.set(new CellAddress(
                    Math.clamp(row, 0, shown.config().rows() - 1),
                    Math.clamp(col, 0, shown.config().cols() - 1)));
        }
    }

    /** Moves the selected cell; from nowhere to the top left. */
    void moveSelectedCell(int rows, int cols) {
        var shown = scene.get();
        if (shown != null) {
            var from = selectedCell.get();
            selectedCell.set(
                    from == null
                            ? new CellAddress(0, 0)
                            : from.moved(
                                    rows,
                                    cols,
                                    shown.config().rows(),
                                    shown.config().cols()));
        }
    }

    public ReadOnlyObjectProperty<@Nullable TpuSimulation> simulationProperty() {
        return simulation.getReadOnlyProperty();
    }

    /** The products of the program, in the order in which they first run. */
    public ObservableList<MatMulRun> matMuls() {
        return readableMatMuls;
    }

    /** The product that is shown. */
    public ObjectProperty<@Nullable MatMulRun> selectedProperty() {
        return selected;
    }

    /** The instruction of the product that is shown; setting it to one that is no product changes nothing. */
    public ObjectProperty<@Nullable Integer> selectedInstructionProperty() {
        return selectedInstruction;
    }

    /** Which of the chip's matrix units is shown. */
    public IntegerProperty unitProperty() {
        return unit;
    }

    ReadOnlyObjectProperty<@Nullable UnitScene> sceneProperty() {
        return scene.getReadOnlyProperty();
    }

    public ReadOnlyLongProperty cycleProperty() {
        return cycle.getReadOnlyProperty();
    }

    /** The tile that started last. */
    public ReadOnlyIntegerProperty tileProperty() {
        return tile.getReadOnlyProperty();
    }

    public BooleanProperty playingProperty() {
        return playing;
    }

    public ObjectProperty<Direction> directionProperty() {
        return direction;
    }

    /** The power of ten of {@link #cyclesPerSecond()}, which is what a slider moves along. */
    public DoubleProperty speedExponentProperty() {
        return speedExponent;
    }

    /** Whether values slide from cell to cell between cycles. */
    public BooleanProperty motionProperty() {
        return motion;
    }

    ObjectProperty<@Nullable CellAddress> selectedCellProperty() {
        return selectedCell;
    }

    ObjectProperty<@Nullable CellAddress> hoveredCellProperty() {
        return hoveredCell;
    }

    /** What {@link #stepByUnit} leads to. */
    public ObjectProperty<StepUnit> stepUnitProperty() {
        return stepUnit;
    }

    /** The cycles that the waveforms show. */
    TimeWindow time() {
        return time;
    }

    /** The array register by register. */
    RegisterFollower registers() {
        return registers;
    }

    /** The whole chip in the cycle that is shown. */
    ChipFollower chip() {
        return chip;
    }

    /** The instruction that is selected elsewhere: what the chip does for it lights up. */
    public ObjectProperty<@Nullable Integer> litInstructionProperty() {
        return chip.litProperty();
    }

    /** What happens to the current tile and its neighbours, in order. */
    public ObservableList<SimulationEvent> events() {
        return readableEvents;
    }
}
