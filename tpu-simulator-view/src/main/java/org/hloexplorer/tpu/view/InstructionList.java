package org.hloexplorer.tpu.view;

import java.util.List;
import javafx.collections.FXCollections;
import javafx.css.PseudoClass;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.ListedInstruction;
import org.jspecify.annotations.Nullable;

/**
 * The chip's instructions, following along: the one under way is selected, others that are too stand out. A click goes to the
 * cycle in which an instruction begins.
 */
final class InstructionList extends BorderPane {
    private static final PseudoClass UNDER_WAY = PseudoClass.getPseudoClass("under-way");
    private static final PseudoClass LIT = PseudoClass.getPseudoClass("lit");
    private static final int BEFORE = 3;

    private final TpuViewModel model;
    private final ListView<ListedInstruction> list = new ListView<>();
    private final ComboBox<ChipPiece> pieces = new ComboBox<>();
    private final Label none = new Label();
    private boolean isFollowing;

    InstructionList(TpuViewModel model) {
        this.model = model;
        setId("tpu-program-pane");
        list.setId("tpu-instructions");
        list.getStyleClass().add("dense");
        list.setAccessibleText(Words.say("instructions.name"));
        list.setCellFactory(_ -> new InstructionCell());
        list.setFixedCellSize(20);
        none.setWrapText(true);
        none.setMinHeight(Region.USE_PREF_SIZE);
        list.setPlaceholder(none);
        list.setOnMouseClicked(_ -> goToSelected());
        pieces.setId("tpu-chip-piece");
        pieces.setAccessibleText(Words.say("chip.piece"));
        pieces.setMaxWidth(Double.MAX_VALUE);
        pieces.setConverter(Named.by(InstructionList::name));
        pieces.setOnAction(_ -> goToPiece());
        setCenter(list);
        model.simulationProperty().subscribe(this::show);
        model.chip().programProperty().subscribe(this::show);
        model.chip().momentProperty().subscribe(_ -> follow());
        model.chip().litProperty().subscribe(_ -> list.refresh());
    }

    private void show(@Nullable TpuSimulation simulation) {
        none.setText(simulation == null ? "" : Words.say("chip.none", simulation.whyNotOnChip()));
        var all = simulation == null
                ? List.<ChipPiece>of()
                : simulation.onChip().map(chip -> chip.pieces()).orElse(List.of());
        pieces.getItems().setAll(all);
        setTop(all.size() > 1 ? pieces : null);
    }

    private void show(ChipFollower.@Nullable Program program) {
        list.setItems(
                program == null
                        ? FXCollections.observableArrayList()
                        : FXCollections.observableList(program.listing()));
        pieces.setValue(program == null ? null : program.piece());
        follow();
    }

    private void follow() {
        var moment = model.chip().momentProperty().get();
        var program = model.chip().programProperty().get();
        if (moment == null || program == null) {
            return;
        }
        int index = program.listing().indexAt(moment.cycle());
        isFollowing = true;
        if (index < 0) {
            list.getSelectionModel().clearSelection();
        } else if (index != list.getSelectionModel().getSelectedIndex()) {
            list.getSelectionModel().clearAndSelect(index);
            list.scrollTo(Math.max(0, index - BEFORE));
        }
        isFollowing = false;
        list.refresh();
    }

    private void goToSelected() {
        var chosen = list.getSelectionModel().getSelectedItem();
        var program = model.chip().programProperty().get();
        if (chosen != null && program != null) {
            model.goTo(program.piece(), chosen.from());
        }
    }

    private void goToPiece() {
        var chosen = pieces.getValue();
        var program = model.chip().programProperty().get();
        if (!isFollowing
                && chosen != null
                && (program == null || !program.piece().equals(chosen))) {
            model.goTo(chosen, 0);
        }
    }

    private final class InstructionCell extends ListCell<ListedInstruction> {
        InstructionCell() {
            getStyleClass().add("tpu-instruction");
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable ListedInstruction item, boolean empty) {
            super.updateItem(item, empty);
            if (empty || item == null) {
                pseudoClassStateChanged(UNDER_WAY, false);
                pseudoClassStateChanged(LIT, false);
                setText(null);
                setTooltip(null);
                return;
            }
            var moment = model.chip().momentProperty().get();
            pseudoClassStateChanged(UNDER_WAY, moment != null && item.isUnderWay(moment.cycle()));
            pseudoClassStateChanged(LIT, model.chip().isLit(item.task().instruction()));
            setText(Words.say(
                    "instructions.line",
                    Figures.count(item.from()),
                    item.instruction().text().replaceAll(" +", " "),
                    item.task().name()));
            setTooltip(new Tooltip(tip(item)));
        }

        private static String tip(ListedInstruction item) {
            var task = item.task();
            return Words.say(
                    "instructions.tip",
                    item.instruction().text().replaceAll(" +", " "),
                    task.kind().label(),
                    task.name(),
                    task.block(),
                    Figures.count(item.from()),
                    Figures.count(item.to()));
        }
    }

    private static String name(ChipPiece piece) {
        return Words.say(
                "chip.piece.value",
                piece.computation(),
                Figures.count(piece.times()),
                Figures.count(piece.schedule().cycles()));
    }
}
