package org.hloexplorer.visualizers.inspector;

import java.util.Optional;
import java.util.concurrent.Executor;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** What is known about the selected instruction, or about the selected edge where there is one. */
public final class InspectorViewModel {
    private final Background background;
    private final ReadOnlyObjectWrapper<@Nullable Inspection> inspection = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<String> message = new ReadOnlyObjectWrapper<>(Words.say("inspector.empty"));
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable EdgeSelection> selectedEdge = new SimpleObjectProperty<>();
    private @Nullable PipelineRun timeline;
    private @Nullable Lineage lineage;

    /** Looks things up on this executor, and shows them on the JavaFX thread. */
    public InspectorViewModel(Executor worker) {
        this(new Background(worker));
    }

    public InspectorViewModel(Background background) {
        this.background = background;
        selection.subscribe(_ -> refresh());
        selectedEdge.subscribe(_ -> refresh());
    }

    /** Answers from this timeline from now on. */
    public void show(@Nullable PipelineRun shown) {
        timeline = shown;
        lineage = null;
        refresh();
    }

    private void refresh() {
        var asked = timeline;
        var path = selection.get();
        var edge = selectedEdge.get();
        if (asked == null || (path == null && edge == null)) {
            background.cancel();
            answer(Optional.empty(), Words.say("inspector.empty"));
            return;
        }
        var known = lineage;
        background.order(
                _ -> {
                    var ancestors = known == null ? Lineage.of(asked) : known;
                    var inspector = new Inspector(asked, ancestors);
                    return new Answer(
                            ancestors,
                            edge != null
                                    ? inspector.inspect(edge)
                                    : Optional.ofNullable(path).flatMap(inspector::inspect));
                },
                found -> {
                    lineage = found.lineage();
                    answer(found.inspection(), Words.say("inspector.absent"));
                },
                trouble ->
                        answer(Optional.empty(), Words.say("inspector.failed", String.valueOf(trouble.getMessage()))));
    }

    private record Answer(Lineage lineage, Optional<Inspection> inspection) {}

    private void answer(Optional<Inspection> found, String otherwise) {
        inspection.set(found.orElse(null));
        message.set(found.isPresent() ? "" : otherwise);
    }

    public ReadOnlyObjectProperty<@Nullable Inspection> inspectionProperty() {
        return inspection.getReadOnlyProperty();
    }

    /** What to say where there is nothing to inspect. */
    public ReadOnlyObjectProperty<String> messageProperty() {
        return message.getReadOnlyProperty();
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }

    public ObjectProperty<@Nullable EdgeSelection> selectedEdgeProperty() {
        return selectedEdge;
    }
}
