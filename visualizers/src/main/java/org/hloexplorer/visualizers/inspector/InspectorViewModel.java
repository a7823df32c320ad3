package org.hloexplorer.visualizers.inspector;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
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
    private @Nullable ComparedPair pair;

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

    /** Answers from these two modules, where what is selected is in one of them; null for from the timeline alone. */
    public void showPair(@Nullable ComparedPair shown) {
        pair = shown;
        refresh();
    }

    private void refresh() {
        var asked = timeline;
        var compared = pair;
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
                    var found = compared != null && isAbout(compared, path, edge)
                            ? inspect(path, edge, compared::inspect, compared::inspect)
                            : inspect(
                                    path,
                                    edge,
                                    each -> new Inspector(asked, ancestors).inspect(each),
                                    each -> new Inspector(asked, ancestors).inspect(each));
                    return new Answer(ancestors, found);
                },
                found -> {
                    lineage = found.lineage();
                    answer(found.inspection(), Words.say("inspector.absent"));
                },
                trouble ->
                        answer(Optional.empty(), Words.say("inspector.failed", String.valueOf(trouble.getMessage()))));
    }

    private static boolean isAbout(ComparedPair pair, @Nullable HloPath path, @Nullable EdgeSelection edge) {
        return edge != null ? pair.isAbout(edge.version()) : path != null && pair.isAbout(path.version());
    }

    private static Optional<Inspection> inspect(
            @Nullable HloPath path,
            @Nullable EdgeSelection edge,
            Function<HloPath, Optional<Inspection>> ofPath,
            Function<EdgeSelection, Optional<Inspection>> ofEdge) {
        return edge != null ? ofEdge.apply(edge) : Optional.ofNullable(path).flatMap(ofPath);
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
