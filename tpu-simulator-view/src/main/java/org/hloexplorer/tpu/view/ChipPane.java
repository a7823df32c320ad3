package org.hloexplorer.tpu.view;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.collections.FXCollections;
import javafx.geometry.Insets;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask;
import org.jspecify.annotations.Nullable;

/**
 * The whole program on the units of the chip: totals with their bounds, a lane per unit, and the tasks in order. The list
 * follows the product that is shown; a product's task shows it.
 */
final class ChipPane extends BorderPane {
    private final TpuViewModel model;
    private final ChipLanes lanes = new ChipLanes();
    private final ListView<ChipTask> tasks = new ListView<>();
    private final ComboBox<ChipPiece> pieces = new ComboBox<>();
    private final Label totals = new Label();
    private final VBox head = new VBox(4);

    ChipPane(TpuViewModel model) {
        this.model = model;
        setId("tpu-chip");
        totals.setId("tpu-chip-totals");
        totals.setWrapText(true);
        totals.setMinHeight(Region.USE_PREF_SIZE);
        pieces.setId("tpu-chip-piece");
        pieces.setAccessibleText(Words.say("chip.piece"));
        pieces.setMaxWidth(Double.MAX_VALUE);
        pieces.setConverter(new PieceName());
        pieces.valueProperty().subscribe(this::showPiece);
        tasks.setId("tpu-chip-tasks");
        tasks.getStyleClass().add("dense");
        tasks.setAccessibleText(Words.say("chip.tasks"));
        tasks.setCellFactory(_ -> new TaskCell());
        tasks.getSelectionModel().selectedItemProperty().subscribe(this::chosen);
        head.setPadding(new Insets(6, 8, 6, 8));
        setCenter(tasks);
        setTop(head);
        model.simulationProperty().subscribe(this::show);
        model.selectedInstructionProperty().subscribe(this::follow);
    }

    private void show(@Nullable TpuSimulation simulation) {
        var run = simulation == null ? null : simulation.onChip().orElse(null);
        boolean isThere = run != null && !run.pieces().isEmpty();
        if (run == null || !isThere) {
            totals.setText(simulation == null ? "" : Words.say("chip.none", simulation.whyNotOnChip()));
            head.getChildren().setAll(totals);
            pieces.getItems().clear();
            tasks.setItems(FXCollections.observableArrayList());
            return;
        }
        totals.setText(text(run));
        totals.setTooltip(new Tooltip(run.model().source()));
        head.getChildren().setAll(totals, pieces, lanes);
        pieces.setVisible(run.pieces().size() > 1);
        pieces.setManaged(run.pieces().size() > 1);
        pieces.getItems().setAll(run.pieces());
        pieces.setValue(run.pieces().getFirst());
        follow(model.selectedInstructionProperty().get());
    }

    private static String text(ChipRun run) {
        var bytes = run.bytes().entrySet().stream()
                .map(each -> Words.say("chip.bytes", each.getKey().label(), Figures.count(each.getValue())))
                .collect(Collectors.joining(", "));
        return Words.say(
                run.agrees() ? "chip.totals" : "chip.wrong",
                Figures.count(run.cycles()),
                Figures.count(run.atLeast()),
                Figures.count(run.atMost()),
                bytes,
                Figures.count(run.onChipPeak()));
    }

    private void showPiece(@Nullable ChipPiece piece) {
        if (piece != null) {
            lanes.show(piece);
            tasks.setItems(FXCollections.observableList(piece.schedule().tasks()));
        }
    }

    /** A task marks its cycles, and a product's task has the product shown. */
    private void chosen(@Nullable ChipTask task) {
        var piece = pieces.getValue();
        if (task == null || piece == null) {
            return;
        }
        var schedule = piece.schedule();
        lanes.mark(schedule.start(task.index()), schedule.end(task.index()));
        boolean isShown = Objects.equals(model.selectedInstructionProperty().get(), task.instruction());
        if (!isShown && model.matMuls().stream().anyMatch(each -> each.instruction() == task.instruction())) {
            model.selectedInstructionProperty().set(task.instruction());
        }
    }

    private void follow(@Nullable Integer instruction) {
        var chosen = tasks.getSelectionModel().getSelectedItem();
        if (instruction == null || (chosen != null && chosen.instruction() == instruction)) {
            return;
        }
        for (var piece : List.copyOf(pieces.getItems())) {
            for (var task : piece.schedule().tasks()) {
                if (task.instruction() == instruction && task.kind() == ChipTask.Kind.PRODUCT) {
                    pieces.setValue(piece);
                    tasks.getSelectionModel().select(task.index());
                    tasks.scrollTo(Math.max(0, task.index() - 2));
                    return;
                }
            }
        }
    }

    private final class TaskCell extends ListCell<ChipTask> {
        TaskCell() {
            setWrapText(true);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable ChipTask task, boolean empty) {
            super.updateItem(task, empty);
            var piece = pieces.getValue();
            if (empty || task == null || piece == null) {
                setText(null);
                setTooltip(null);
                return;
            }
            var moved = task.bytes() == 0
                    ? ""
                    : Words.say(
                            "chip.moved",
                            Figures.count(task.bytes()),
                            Figures.count(task.bytes() / Math.max(1, task.cycles())));
            var line = Words.say(
                    "chip.task",
                    Figures.count(piece.schedule().start(task.index())),
                    Figures.count(task.cycles()),
                    task.kind().label(),
                    task.name(),
                    moved);
            setText(line);
            setTooltip(new Tooltip(Words.say("chip.block", task.unit().label(), task.block()) + "\n" + line));
        }
    }

    private static final class PieceName extends StringConverter<ChipPiece> {
        @Override
        public String toString(@Nullable ChipPiece piece) {
            return piece == null
                    ? ""
                    : Words.say(
                            "chip.piece.value",
                            piece.computation(),
                            Figures.count(piece.times()),
                            Figures.count(piece.schedule().cycles()));
        }

        @Override
        public @Nullable ChipPiece fromString(String text) {
            return null;
        }
    }
}
