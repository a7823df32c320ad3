package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.Stage;
import org.jspecify.annotations.Nullable;

/** What the roofline shows and what is selected in it. Knows observables but no controls. */
public final class RooflineViewModel {

    /** A row of the table: the same kernels as the dots, and those that have no dot. */
    public record Row(Stage stage, Placement placement) {}

    private final ReadOnlyObjectWrapper<@Nullable RooflineData> data = new ReadOnlyObjectWrapper<>();
    private final ObservableList<Row> rows = FXCollections.observableArrayList();
    private final FilteredList<Row> filtered = new FilteredList<>(rows);
    private final ObservableList<Row> readableFiltered = FXCollections.unmodifiableObservableList(filtered);
    private final StringProperty filter = new SimpleStringProperty("");
    private final ObjectProperty<@Nullable Row> selected = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable Integer> selectedInstruction = new SimpleObjectProperty<>();

    private final BooleanProperty keeping = new SimpleBooleanProperty();
    private @Nullable RooflineData own;
    private @Nullable RooflineData kept;

    public RooflineViewModel() {
        keeping.addListener((_, _, isKept) -> keep(isKept));
        filter.subscribe(text -> filtered.setPredicate(row -> matches(row, text)));
        selected.subscribe(row -> {
            if (row != null) {
                selectedInstruction.set(row.placement().kernel().instruction());
            }
        });
        selectedInstruction.subscribe(this::follow);
    }

    /** Shows another measurement, or none. Call on the JavaFX thread. */
    public void show(@Nullable RooflineData measured) {
        own = measured;
        showWithKept();
    }

    /** Whether what is shown is kept, and the measurements to come are drawn beside it. */
    public BooleanProperty keepingProperty() {
        return keeping;
    }

    private void keep(boolean isKept) {
        kept = isKept ? own : null;
        showWithKept();
    }

    private void showWithKept() {
        boolean isAlone = own == null || kept == null || own.equals(kept);
        show(own, isAlone ? null : kept);
    }

    private void show(@Nullable RooflineData measured, @Nullable RooflineData earlier) {
        var shown = measured == null || earlier == null ? measured : measured.beside(earlier);
        selected.set(null);
        rows.setAll(shown == null ? List.of() : rowsOf(shown));
        // Last, as whoever draws the data asks which rows are shown.
        data.set(shown);
        follow(selectedInstruction.get());
    }

    private static List<Row> rowsOf(RooflineData shown) {
        return shown.stages().reversed().stream()
                .flatMap(stage -> stage.kernels().stream().map(placement -> new Row(stage, placement)))
                .toList();
    }

    public ReadOnlyObjectProperty<@Nullable RooflineData> dataProperty() {
        return data.getReadOnlyProperty();
    }

    /** The rows that pass the filter, the last stage first. */
    public ObservableList<Row> rows() {
        return readableFiltered;
    }

    /** Text that a kernel's name or one of its instructions must contain. */
    public StringProperty filterProperty() {
        return filter;
    }

    public ObjectProperty<@Nullable Row> selectedProperty() {
        return selected;
    }

    /** The instruction of the selected kernel; setting it selects the kernel that does its work. */
    public ObjectProperty<@Nullable Integer> selectedInstructionProperty() {
        return selectedInstruction;
    }

    /** Whether the kernel passes the filter. */
    boolean isShown(Placement placement) {
        return filtered.stream().anyMatch(row -> row.placement().equals(placement));
    }

    /** Selects the row of this kernel. */
    void select(Placement placement) {
        rows.stream()
                .filter(row -> row.placement().equals(placement))
                .findFirst()
                .ifPresent(selected::set);
    }

    private void follow(@Nullable Integer instruction) {
        var current = selected.get();
        if (instruction == null || (current != null && doesWorkOf(current, instruction))) {
            return;
        }
        rowOf(instruction).ifPresent(selected::set);
    }

    private Optional<Row> rowOf(int instruction) {
        return rows.stream()
                .filter(row -> row.placement().kernel().instruction() == instruction)
                .findFirst()
                .or(() -> rows.stream()
                        .filter(row -> doesWorkOf(row, instruction))
                        .findFirst());
    }

    private static boolean doesWorkOf(Row row, int instruction) {
        var kernel = row.placement().kernel();
        return kernel.instruction() == instruction || kernel.origins().contains(instruction);
    }

    private static boolean matches(Row row, String text) {
        var wanted = text.toLowerCase(Locale.ROOT);
        var kernel = row.placement().kernel();
        return kernel.name().toLowerCase(Locale.ROOT).contains(wanted)
                || kernel.instructionNames().stream()
                        .anyMatch(name -> name.toLowerCase(Locale.ROOT).contains(wanted));
    }
}
