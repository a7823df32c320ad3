package org.hloexplorer.visualizers.decisions;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.EdgeSelection;
import org.jspecify.annotations.Nullable;

/** All events of a timeline, filtered, and linked with the selection. */
public final class DecisionsViewModel {
    private final Background background;
    private final ObservableList<DecisionRow> all = FXCollections.observableArrayList();
    private final ObservableList<DecisionRow> readableAll = FXCollections.unmodifiableObservableList(all);
    private final FilteredList<DecisionRow> rows = new FilteredList<>(all);
    private final StringProperty text = new SimpleStringProperty("");
    private final ObjectProperty<@Nullable Obstacle> obstacle = new SimpleObjectProperty<>();
    private final ObjectProperty<DecisionRow.@Nullable Kind> kind = new SimpleObjectProperty<>();
    private final BooleanProperty onlySelected = new SimpleBooleanProperty();
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable EdgeSelection> selectedEdge = new SimpleObjectProperty<>();

    /** Collects events on this executor, and shows them on the JavaFX thread. */
    public DecisionsViewModel(Executor worker) {
        this(new Background(worker));
    }

    public DecisionsViewModel(Background background) {
        this.background = background;
        text.subscribe(_ -> filter());
        obstacle.subscribe(_ -> filter());
        kind.subscribe(_ -> filter());
        onlySelected.subscribe(_ -> filter());
        selection.subscribe(_ -> filterBySelection());
        selectedEdge.subscribe(_ -> filterBySelection());
    }

    /** Shows the events of a timeline, or none. */
    public void show(@Nullable PipelineRun run) {
        if (run == null) {
            background.cancel();
            all.clear();
            return;
        }
        background.order(
                cancellation -> run.runs().stream()
                        .flatMap(each -> each.events().stream().map(event -> {
                            cancellation.check();
                            return DecisionRow.of(event, each);
                        }))
                        .toList(),
                all::setAll,
                trouble -> {
                    throw new IllegalStateException("the events could not be listed", trouble);
                });
    }

    private void filterBySelection() {
        if (onlySelected.get()) {
            filter();
        }
    }

    private void filter() {
        var words = Stream.of(text.get().toLowerCase(Locale.ROOT).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        var wantedObstacle = obstacle.get();
        var wantedKind = kind.get();
        rows.setPredicate(row -> (wantedObstacle == null || row.obstacle() == wantedObstacle)
                && (wantedKind == null || row.kind() == wantedKind)
                && (!onlySelected.get() || isAboutSelection(row))
                && words.stream().allMatch(searchable(row)::contains));
    }

    private static String searchable(DecisionRow row) {
        return Stream.of(
                        row.pass(),
                        row.rule(),
                        row.producer(),
                        row.consumer(),
                        row.verdict(),
                        row.reason(),
                        row.numbers())
                .collect(Collectors.joining(" "))
                .toLowerCase(Locale.ROOT);
    }

    /** Whether the row names what is selected. */
    public boolean isAboutSelection(DecisionRow row) {
        var edge = selectedEdge.get();
        var path = selection.get();
        if (edge != null) {
            return row.instructions().containsAll(List.of(edge.producer(), edge.consumer()));
        }
        return path != null
                && path.instructionId() != null
                && row.instructions().contains(path.instructionId());
    }

    /** Selects what a row is about. */
    void select(DecisionRow row) {
        if (row.edge() != null) {
            selection.set(null);
            selectedEdge.set(row.edge());
        } else if (row.path() != null) {
            selectedEdge.set(null);
            selection.set(row.path());
        }
    }

    /** The rows shown, as comma-separated values with a line of headings. */
    public String toCsv() {
        return rows.stream()
                .map(DecisionsViewModel::csvLine)
                .collect(Collectors.joining(
                        "", "pass_run,pass,kind,rule,producer,consumer,verdict,reason,quantities\r\n", ""));
    }

    private static String csvLine(DecisionRow row) {
        return Stream.of(
                                Integer.toString(row.passRun() + 1),
                                row.pass(),
                                row.kind().name().toLowerCase(Locale.ROOT),
                                row.rule(),
                                row.producer(),
                                row.consumer(),
                                row.verdict(),
                                row.reason(),
                                row.numbers())
                        .map(DecisionsViewModel::csvField)
                        .collect(Collectors.joining(","))
                + "\r\n";
    }

    private static String csvField(String field) {
        boolean plain = field.chars().noneMatch(each -> each == ',' || each == '"' || each == '\n' || each == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    public ObservableList<DecisionRow> rows() {
        return rows;
    }

    /** How many rows there are without filters. */
    public int count() {
        return all.size();
    }

    ObservableList<DecisionRow> all() {
        return readableAll;
    }

    /** Words that all have to occur in a row. */
    public StringProperty textProperty() {
        return text;
    }

    /** The obstacle that rows must have; null for any and none. */
    public ObjectProperty<@Nullable Obstacle> obstacleProperty() {
        return obstacle;
    }

    public ObjectProperty<DecisionRow.@Nullable Kind> kindProperty() {
        return kind;
    }

    /** Whether only rows about the selection are shown. */
    public BooleanProperty onlySelectedProperty() {
        return onlySelected;
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return selectedEdge;
    }
}
