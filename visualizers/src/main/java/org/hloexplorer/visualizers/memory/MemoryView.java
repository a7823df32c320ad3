package org.hloexplorer.visualizers.memory;

import java.util.function.Function;
import java.util.function.IntConsumer;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;

/** The schedule as a list, memory over it as a picture, what is alive, the peak after each pass, and who made copies. */
@SuppressWarnings("this-escape") // JavaFX regions compose themselves in their constructors.
public final class MemoryView extends BorderPane {
    private static final double LINE = 26;

    private final MemoryViewModel model;
    private final ListView<HloInstruction> schedule = new ListView<>();
    private final ListView<AssignedValue> alive = new ListView<>();
    private final ListView<String> ledger = new ListView<>();
    private final PeakCurve curve;
    private boolean following;

    public MemoryView(MemoryViewModel model) {
        this.model = model;
        this.curve = new PeakCurve(model);
        Theme.applyTo(this);
        setId("memory");
        var summary = new Label();
        summary.setId("memory-summary");
        summary.setMinWidth(0);
        summary.setWrapText(true);
        summary.setMinHeight(Region.USE_PREF_SIZE);
        summary.getStyleClass().add("memory-title");
        summary.textProperty().bind(model.summaryProperty());
        var picture = new BufferPicture(model);
        VBox.setVgrow(picture, Priority.ALWAYS);
        fillSchedule();
        fillAlive();
        ledger.setId("memory-ledger");
        ledger.setItems(model.ledger());
        ledger.setCellFactory(_ -> new WrappedCell<>(each -> each));
        ledger.setPlaceholder(new Label(Words.say("memory.ledger.empty")));
        ledger.setAccessibleText(Words.say("memory.ledger"));
        var split = new SplitPane(
                titled("memory.schedule", schedule),
                new VBox(summary, picture, curve),
                new VBox(titled("memory.alive", alive), titled("memory.ledger", ledger)));
        split.setDividerPositions(0.18, 0.68);
        setCenter(split);
    }

    private static VBox titled(String key, ListView<?> list) {
        var title = new Label(Words.say(key));
        title.getStyleClass().addAll("text-muted", "memory-title");
        VBox.setVgrow(list, Priority.ALWAYS);
        var box = new VBox(title, list);
        box.setMinWidth(0);
        VBox.setVgrow(box, Priority.ALWAYS);
        return box;
    }

    private void fillSchedule() {
        schedule.setId("memory-schedule");
        schedule.setAccessibleText(Words.say("memory.schedule"));
        schedule.setItems(model.schedule());
        schedule.setFixedCellSize(LINE);
        schedule.setCellFactory(_ -> new TextCell<>(each -> {
            int moment = model.schedule().indexOf(each);
            return "%d  %s".formatted(moment, each.name());
        }));
        schedule.getSelectionModel().selectedIndexProperty().subscribe(index -> {
            if (!following && index.intValue() >= 0) {
                model.select(index.intValue());
            }
        });
        model.timeProperty().subscribe(time -> {
            following = true;
            schedule.getSelectionModel().clearAndSelect(time.intValue());
            if (time.intValue() >= 0) {
                schedule.scrollTo(Math.max(0, time.intValue() - 3));
            }
            following = false;
        });
    }

    private void fillAlive() {
        alive.setId("memory-alive");
        alive.setAccessibleText(Words.say("memory.alive"));
        alive.setItems(model.alive());
        alive.setCellFactory(_ -> new WrappedCell<>(each -> Words.say("memory.alive.value", each.name(), each.size())
                + (each.reason().isEmpty() ? "" : ": " + each.reason())));
    }

    /** Told of the version that a user chooses on the curve. */
    public void setOnVersion(IntConsumer listener) {
        curve.setOnVersion(listener);
    }

    /** A cell that shows a text. */
    private static final class TextCell<T> extends ListCell<T> {
        private final Function<T, String> words;

        TextCell(Function<T, String> words) {
            this.words = words;
        }

        @Override
        protected void updateItem(T item, boolean empty) {
            super.updateItem(item, empty);
            setText(empty || item == null ? "" : words.apply(item));
        }
    }

    /** A cell that shows a text in as many lines as it takes. */
    private static final class WrappedCell<T> extends ListCell<T> {
        private final Function<T, String> words;
        private final Label text = new Label();

        WrappedCell(Function<T, String> words) {
            this.words = words;
            text.setWrapText(true);
            text.setMinHeight(Region.USE_PREF_SIZE);
            getStyleClass().add("wrapped-cell");
            // The list is as wide as it is: a cell that asks for more makes it scroll sideways.
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(T item, boolean empty) {
            super.updateItem(item, empty);
            text.setText(empty || item == null ? "" : words.apply(item));
            setGraphic(empty || item == null ? null : text);
        }
    }
}
