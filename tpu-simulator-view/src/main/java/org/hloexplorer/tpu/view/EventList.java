package org.hloexplorer.tpu.view;

import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import org.hloexplorer.pipeline.backend.tpu.simulator.SimulationEvent;
import org.jspecify.annotations.Nullable;

/** What happens to the current tile and its neighbours; the last thing that happened is selected. A click goes there. */
final class EventList extends ListView<SimulationEvent> {
    private final TpuViewModel model;

    EventList(TpuViewModel model) {
        super(model.events());
        this.model = model;
        setId("tpu-events");
        getStyleClass().add("dense");
        setAccessibleText(Words.say("events.name"));
        setCellFactory(_ -> new EventCell());
        model.cycleProperty().subscribe(_ -> follow());
        model.sceneProperty().subscribe(_ -> follow());
        setOnMouseClicked(_ -> {
            var chosen = getSelectionModel().getSelectedItem();
            if (chosen != null) {
                model.playingProperty().set(false);
                model.goTo(chosen.cycle());
            }
        });
    }

    private void follow() {
        long cycle = model.cycleProperty().get();
        int last = -1;
        for (int i = 0; i < getItems().size() && getItems().get(i).cycle() <= cycle; i++) {
            last = i;
        }
        if (last < 0) {
            getSelectionModel().clearSelection();
        } else if (last != getSelectionModel().getSelectedIndex()) {
            getSelectionModel().select(last);
            scrollTo(Math.max(0, last - 2));
        }
    }

    private static final class EventCell extends ListCell<SimulationEvent> {
        EventCell() {
            setWrapText(true);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable SimulationEvent event, boolean empty) {
            super.updateItem(event, empty);
            if (empty || event == null) {
                setText(null);
                setTooltip(null);
                return;
            }
            var kind = Words.say("event." + event.kind().name());
            var line = Words.say("events.line", Figures.count(event.cycle()), event.tile(), kind);
            setText(event.kind() == SimulationEvent.Kind.STALL ? line + "\n" + event.reason() : line);
            setTooltip(new Tooltip(event.reason()));
        }
    }
}
