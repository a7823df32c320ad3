package org.hloexplorer.visualizers.source;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.hlo.HloPath;
import org.jspecify.annotations.Nullable;

/** The text of the editor, what is wrong with it, and which instruction is selected in it. */
public final class SourceViewModel {
    private final ReadOnlyObjectWrapper<String> loaded = new ReadOnlyObjectWrapper<>("");
    private final ObservableList<Problem> problems = FXCollections.observableArrayList();
    private final ObservableList<Problem> readableProblems = FXCollections.unmodifiableObservableList(problems);
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final ReadOnlyObjectWrapper<@Nullable Problem> shownProblem = new ReadOnlyObjectWrapper<>();
    private SourceLinks links = SourceLinks.NONE;
    private Consumer<String> edits = _ -> {};

    /** Replaces the text, as when a file is opened; this is no edit. */
    public void load(String text) {
        links = SourceLinks.NONE;
        problems.clear();
        loaded.set("");
        loaded.set(text);
    }

    /** What is wrong with the text, worst first, and by place. */
    public void showProblems(List<Problem> found) {
        problems.setAll(found.stream()
                .sorted(Comparator.comparing(Problem::severity)
                        .thenComparingInt(Problem::line)
                        .thenComparingInt(Problem::column))
                .toList());
    }

    /** Where instructions stand in the text as it is now. */
    public void setLinks(SourceLinks changed) {
        links = changed;
    }

    /** Is given the text a moment after the user has changed it. */
    public void setOnEdit(Consumer<String> listener) {
        edits = listener;
    }

    void edited(String text) {
        links = SourceLinks.NONE;
        edits.accept(text);
    }

    /** Follows the caret; line and column count from 1. */
    void caretAt(int line, int column) {
        links.instructionAt(line, column).ifPresent(path -> {
            if (!path.equals(selection.get())) {
                selection.set(path);
            }
        });
    }

    /** The line of the selected instruction, counted from 1. */
    Optional<Integer> selectedLine() {
        return Optional.ofNullable(selection.get()).flatMap(links::lineOf);
    }

    /** Has the editor go to a problem. */
    public void reveal(Problem problem) {
        shownProblem.set(null);
        shownProblem.set(problem);
    }

    ReadOnlyObjectProperty<@Nullable Problem> shownProblemProperty() {
        return shownProblem.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<String> loadedProperty() {
        return loaded.getReadOnlyProperty();
    }

    public ObservableList<Problem> problems() {
        return readableProblems;
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }
}
