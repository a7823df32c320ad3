package org.hloexplorer.visualizers.source;

import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;

/** All problems of the text and of steps; a click goes to the place. */
public final class ProblemsView extends BorderPane {
    private final SourceViewModel model;
    private final TableView<Problem> table;

    public ProblemsView(SourceViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        table = new TableView<>(model.problems());
        table.setId("problems");
        table.getStyleClass().addAll("dense");
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_LAST_COLUMN);
        table.setAccessibleText(Words.say("problems.accessible"));
        table.setPlaceholder(new Label(Words.say("problems.none")));
        table.getColumns().add(column("severity", 74, problem -> Words.say("problems." + severity(problem))));
        table.getColumns().add(column("place", 170, ProblemsView::place));
        table.getColumns().add(column("code", 150, Problem::code));
        table.getColumns().add(column("message", 640, ProblemsView::message));
        table.setRowFactory(_ -> {
            var row = new TableRow<Problem>();
            row.setOnMouseClicked(_ -> reveal());
            return row;
        });
        table.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                reveal();
            }
        });
        setCenter(table);
    }

    private static TableColumn<Problem, String> column(String name, double width, Function<Problem, String> text) {
        var column = new TableColumn<Problem, String>(Words.say("problems.column." + name));
        column.setCellValueFactory(row -> new ReadOnlyStringWrapper(text.apply(row.getValue())));
        column.setPrefWidth(width);
        return column;
    }

    private static String severity(Problem problem) {
        return problem.severity().name().toLowerCase(Locale.ROOT);
    }

    private static String place(Problem problem) {
        if (!problem.isInText()) {
            return Words.say("problems.step", Objects.requireNonNullElse(problem.step(), ""), problem.file());
        }
        var file = problem.file();
        var name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return "%s:%d:%d".formatted(name, problem.line(), problem.column());
    }

    private static String message(Problem problem) {
        return problem.note() == null ? problem.message() : problem.message() + " · " + problem.note();
    }

    private void reveal() {
        var problem = table.getSelectionModel().getSelectedItem();
        if (problem != null) {
            model.reveal(problem);
        }
    }
}
