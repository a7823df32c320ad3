package org.hloexplorer.app.window;

import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import org.hloexplorer.app.workbench.LogModel;
import org.jspecify.annotations.Nullable;

/** What happened, line by line; the latest is in view. */
final class LogView {
    private static final PseudoClass WARNING = PseudoClass.getPseudoClass("warning");
    private static final PseudoClass ERROR = PseudoClass.getPseudoClass("error");

    private final ListView<LogModel.Line> list = new ListView<>();

    LogView(LogModel model) {
        list.setId("log");
        list.setAccessibleText(Words.say("dock.log"));
        list.setItems(model.lines());
        list.setCellFactory(_ -> new LineCell());
        list.setPlaceholder(EmptyPanel.saying(Words.say("log.empty")));
        model.lines().addListener((ListChangeListener<LogModel.Line>)
                _ -> list.scrollTo(model.lines().size() - 1));
    }

    Node node() {
        return list;
    }

    private static final class LineCell extends ListCell<LogModel.Line> {
        LineCell() {
            getStyleClass().add("log-line");
            setWrapText(true);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(LogModel.@Nullable Line line, boolean empty) {
            super.updateItem(line, empty);
            setText(line == null ? null : line.toString());
            pseudoClassStateChanged(WARNING, line != null && line.level() == LogModel.Level.WARNING);
            pseudoClassStateChanged(ERROR, line != null && line.level() == LogModel.Level.ERROR);
        }
    }
}
