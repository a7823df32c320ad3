package org.hloexplorer.visualizers.source;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.hlo.HloPath;
import org.jspecify.annotations.Nullable;

/** The text of the editor, what is wrong with it and with the steps of the timeline, and which instruction is selected in it. */
public final class SourceViewModel {
    private final ReadOnlyObjectWrapper<String> loaded = new ReadOnlyObjectWrapper<>("");
    private final ObservableList<Problem> problems = FXCollections.observableArrayList();
    private List<Problem> ofText = List.of();
    private List<Problem> ofSteps = List.of();
    private final ObservableList<Problem> readableProblems = FXCollections.unmodifiableObservableList(problems);
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final ReadOnlyObjectWrapper<@Nullable Problem> shownProblem = new ReadOnlyObjectWrapper<>();
    private SourceLinks links = SourceLinks.NONE;
    private Consumer<String> edits = _ -> {};
    private IntConsumer steps = _ -> {};

    /** Replaces the text, as when a file is opened; this is no edit. */
    public void load(String text) {
        links = SourceLinks.NONE;
        showProblems(List.of());
        showStepProblems(List.of());
        loaded.set("");
        loaded.set(text);
    }

    /** What is wrong with the text; it is listed worst first, and by place. */
    public void showProblems(List<Problem> found) {
        ofText = found.stream()
                .sorted(Comparator.comparing(Problem::severity)
                        .thenComparingInt(Problem::line)
                        .thenComparingInt(Problem::column))
                .toList();
        list();
    }

    /** What is wrong with steps of the timeline, in their order, behind what is wrong with the text. */
    public void showStepProblems(List<Problem> found) {
        ofSteps = List.copyOf(found);
        list();
    }

    private void list() {
        problems.setAll(Stream.concat(ofText.stream(), ofSteps.stream()).toList());
    }

    /** Where instructions stand in the text as it is now. */
    public void setLinks(SourceLinks changed) {
        links = changed;
    }

    /** Is given the text a moment after the user has changed it. */
    public void setOnEdit(Consumer<String> listener) {
        edits = listener;
    }

    /** Is given the version of the module that a problem is about, when the user goes there. */
    public void setOnStep(IntConsumer listener) {
        steps = listener;
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

    /** Goes to a problem: in the editor, or on the timeline. */
    public void reveal(Problem problem) {
        var step = problem.step();
        if (step != null) {
            steps.accept(step);
            return;
        }
        shownProblem.set(null);
        shownProblem.set(problem);
    }

    ReadOnlyObjectProperty<@Nullable Problem> shownProblemProperty() {
        return shownProblem.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<String> loadedProperty() {
        return loaded.getReadOnlyProperty();
    }

    /** What is underlined. */
    List<Problem> textProblems() {
        return ofText;
    }

    /** All that is listed. */
    public ObservableList<Problem> problems() {
        return readableProblems;
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }
}
