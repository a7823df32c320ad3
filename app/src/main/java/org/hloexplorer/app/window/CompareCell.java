package org.hloexplorer.app.window;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import org.hloexplorer.pipeline.dump.DumpDifferences.Row;
import org.hloexplorer.pipeline.dump.DumpDifferences.State;
import org.hloexplorer.pipeline.dump.DumpStep;
import org.jspecify.annotations.Nullable;

/** A step on the left, the same step on the right, and between them whether they are the same. */
final class CompareCell extends ListCell<Row> {
    private final Label left = new Label();
    private final Label sign = new Label();
    private final Label right = new Label();
    private final GridPane content = line(left, sign, right);

    /** Three labels in a row: two of the same width, and a narrow one between them. */
    static GridPane line(Label left, Label sign, Label right) {
        var line = new GridPane();
        var side = new ColumnConstraints();
        side.setPercentWidth(42);
        var middle = new ColumnConstraints();
        middle.setPercentWidth(16);
        line.getColumnConstraints().addAll(side, middle, side);
        line.addRow(0, left, sign, right);
        sign.setMaxWidth(Double.MAX_VALUE);
        sign.setAlignment(Pos.CENTER);
        line.setMinWidth(0);
        line.setPrefWidth(0);
        return line;
    }

    @Override
    protected void updateItem(@Nullable Row row, boolean isEmpty) {
        super.updateItem(row, isEmpty);
        setGraphic(isEmpty || row == null ? null : content);
        if (row == null) {
            return;
        }
        left.setText(title(row.step().left()));
        right.setText(title(row.step().right()));
        sign.setText(Words.say("compare." + row.state().name().toLowerCase(Locale.ROOT)));
        sign.getStyleClass().removeAll("text-muted", "text-bold");
        sign.getStyleClass().add(row.state() == State.SAME ? "text-muted" : "text-bold");
        setAccessibleText("%s, %s".formatted(row.step().title(), sign.getText()));
    }

    private static String title(@Nullable DumpStep step) {
        return step == null ? "" : step.title();
    }
}
