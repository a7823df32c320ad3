package org.hloexplorer.tpu.view;

import javafx.collections.FXCollections;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import org.hloexplorer.pipeline.backend.tpu.Elsewhere;
import org.jspecify.annotations.Nullable;

/** The instructions that have no part in the array, each with the reason. */
final class Elsewheres extends ListView<Elsewhere> {

    Elsewheres(TpuViewModel model) {
        setId("tpu-elsewhere");
        getStyleClass().add("dense");
        setAccessibleText(Words.say("elsewhere.name"));
        setPlaceholder(new Label(Words.say("elsewhere.none")));
        setCellFactory(_ -> new ElsewhereCell());
        model.simulationProperty()
                .subscribe(simulation -> setItems(
                        simulation == null
                                ? FXCollections.observableArrayList()
                                : FXCollections.observableArrayList(simulation.elsewhere())));
    }

    private static final class ElsewhereCell extends ListCell<Elsewhere> {
        ElsewhereCell() {
            setWrapText(true);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable Elsewhere item, boolean empty) {
            super.updateItem(item, empty);
            if (empty || item == null) {
                setText(null);
                setTooltip(null);
                return;
            }
            setText(item.name() + "\n" + item.reason());
            setTooltip(new Tooltip(item.opcode() + ": " + item.reason()));
        }
    }
}
