package org.hloexplorer.visualizers.decisions;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.util.StringConverter;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.ObstacleSign;
import org.hloexplorer.visualizers.ObstacleStyle;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** All decisions of all passes as a table: filter, sort, follow, export. */
public final class DecisionsView extends BorderPane {
    private final DecisionsViewModel model;
    private final TableView<DecisionRow> table;
    private IntConsumer versions = _ -> {};
    private Consumer<String> exports = _ -> {};

    public DecisionsView(DecisionsViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        setId("decisions");
        var sorted = new SortedList<>(model.rows());
        table = new TableView<>(sorted);
        sorted.comparatorProperty().bind(table.comparatorProperty());
        table.setId("decisions-table");
        table.getStyleClass().add("dense");
        table.setAccessibleText(Words.say("decisions.accessible"));
        table.setPlaceholder(placeholder());
        table.getColumns().add(sign());
        table.getColumns().add(column("pass", 150, row -> row.version() + " · " + row.pass()));
        table.getColumns().add(column("verdict", 96, DecisionRow::verdict));
        table.getColumns().add(column("rule", 170, DecisionRow::rule));
        table.getColumns().add(column("producer", 140, DecisionRow::producer));
        table.getColumns().add(column("consumer", 140, DecisionRow::consumer));
        table.getColumns().add(column("reason", 420, DecisionRow::reason));
        table.getColumns().add(column("numbers", 190, DecisionRow::numbers));
        table.setRowFactory(_ -> row());
        table.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                follow();
            }
        });
        table.getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                model.select(row);
            }
        });
        setTop(filters());
        setCenter(table);
        model.selectionProperty().subscribe(path -> reveal(path));
        model.selectedEdgeProperty().subscribe(edge -> reveal(edge));
    }

    /** Is given the version to go to when a row is double clicked. */
    public void setOnVersion(IntConsumer listener) {
        versions = listener;
    }

    /** Is given the rows as comma-separated values, to be saved. */
    public void setOnExport(Consumer<String> listener) {
        exports = listener;
    }

    private Label placeholder() {
        var label = new Label();
        Runnable refresh =
                () -> label.setText(Words.say(model.count() == 0 ? "decisions.empty" : "decisions.filteredAway"));
        model.all().subscribe(refresh);
        model.rows().subscribe(refresh);
        refresh.run();
        return label;
    }

    private HBox filters() {
        var text = new TextField();
        text.setId("decisions-filter");
        text.setPromptText(Words.say("decisions.filter"));
        text.setAccessibleText(Words.say("decisions.filter"));
        text.textProperty().bindBidirectional(model.textProperty());
        HBox.setHgrow(text, Priority.ALWAYS);
        var selected = new ToggleButton(Words.say("decisions.onlySelected"));
        selected.setId("decisions-only-selected");
        selected.selectedProperty().bindBidirectional(model.onlySelectedProperty());
        var export = new Button(Words.say("decisions.export"));
        export.setId("decisions-export");
        export.setOnAction(_ -> exports.accept(model.toCsv()));
        var count = new Label();
        count.getStyleClass().add("muted");
        Runnable refresh =
                () -> count.setText(Words.say("decisions.count", model.rows().size(), model.count()));
        model.rows().subscribe(refresh);
        model.all().subscribe(refresh);
        var bar = new HBox(text, kinds(), obstacles(), selected, count, export);
        bar.getStyleClass().add("filter-bar");
        return bar;
    }

    private ComboBox<Obstacle> obstacles() {
        var box = new ComboBox<Obstacle>();
        box.setId("decisions-obstacle");
        box.getItems().add(null);
        box.getItems().addAll(Obstacle.values());
        box.setConverter(words("decisions.anyObstacle", ObstacleStyle::words));
        box.setAccessibleText(Words.say("decisions.anyObstacle"));
        box.valueProperty().bindBidirectional(model.obstacleProperty());
        return box;
    }

    private ComboBox<DecisionRow.Kind> kinds() {
        var box = new ComboBox<DecisionRow.Kind>();
        box.setId("decisions-kind");
        box.getItems().add(null);
        box.getItems().addAll(DecisionRow.Kind.values());
        box.setConverter(words(
                "decisions.anyKind", kind -> Words.say("kind." + kind.name().toLowerCase(Locale.ROOT))));
        box.setAccessibleText(Words.say("decisions.anyKind"));
        box.valueProperty().bindBidirectional(model.kindProperty());
        return box;
    }

    private static <T> StringConverter<T> words(String any, Function<T, String> each) {
        return new StringConverter<>() {
            @Override
            public String toString(@Nullable T value) {
                return value == null ? Words.say(any) : each.apply(value);
            }

            @Override
            public T fromString(String text) {
                throw new UnsupportedOperationException("these boxes are not typed into");
            }
        };
    }

    private static TableColumn<DecisionRow, DecisionRow> sign() {
        var column = new TableColumn<DecisionRow, DecisionRow>();
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setPrefWidth(34);
        column.setSortable(false);
        column.setCellFactory(_ -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable DecisionRow row, boolean isEmpty) {
                super.updateItem(row, isEmpty);
                setGraphic(row == null || isEmpty ? null : ObstacleSign.of(row.isPositive(), row.obstacle()));
            }
        });
        return column;
    }

    private static TableColumn<DecisionRow, String> column(
            String name, double width, Function<DecisionRow, String> text) {
        var column = new TableColumn<DecisionRow, String>(Words.say("decisions.column." + name));
        column.setCellValueFactory(row -> new ReadOnlyStringWrapper(text.apply(row.getValue())));
        column.setPrefWidth(width);
        return column;
    }

    private TableRow<DecisionRow> row() {
        var row = new TableRow<DecisionRow>();
        row.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                follow();
            }
        });
        var tooltip = new Tooltip();
        tooltip.setWrapText(true);
        tooltip.setMaxWidth(480);
        row.itemProperty().subscribe(item -> {
            if (item != null) {
                tooltip.setText(item.reason() + (item.numbers().isEmpty() ? "" : "\n" + item.numbers()));
            }
            row.setTooltip(item == null ? null : tooltip);
        });
        return row;
    }

    /** Brings the first decision about an instruction into sight. */
    private void reveal(@Nullable HloPath path) {
        if (path == null || path.instructionId() == null || table.isFocused()) {
            return;
        }
        int id = path.instructionId();
        table.getItems().stream()
                .filter(row -> row.instructions().contains(id))
                .findFirst()
                .ifPresent(table::scrollTo);
    }

    /** Brings the first decision about an edge into sight. */
    private void reveal(@Nullable EdgeSelection edge) {
        if (edge != null && !table.isFocused()) {
            table.getItems().stream()
                    .filter(row -> row.instructions().containsAll(List.of(edge.producer(), edge.consumer())))
                    .findFirst()
                    .ifPresent(table::scrollTo);
        }
    }

    /** Brings the first decision of the pass that left this version into sight. */
    public void reveal(int version) {
        table.getItems().stream()
                .filter(row -> row.version() >= version)
                .findFirst()
                .ifPresent(table::scrollTo);
    }

    private void follow() {
        var row = table.getSelectionModel().getSelectedItem();
        if (row != null) {
            versions.accept(row.version());
        }
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return model.selectionProperty();
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return model.selectedEdgeProperty();
    }
}
