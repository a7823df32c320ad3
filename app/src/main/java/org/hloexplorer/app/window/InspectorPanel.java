package org.hloexplorer.app.window;

import java.nio.file.Path;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.CompareModel.Shown;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.dump.DumpStep;
import org.hloexplorer.visualizers.inspector.ComparedPair;
import org.hloexplorer.visualizers.inspector.InspectorView;
import org.hloexplorer.visualizers.inspector.InspectorViewModel;
import org.jspecify.annotations.Nullable;

/** The inspector, joined to the selection and the passes of the workbench. */
final class InspectorPanel {
    private final BorderPane pane = new BorderPane();

    InspectorPanel(Workbench workbench) {
        var model = new InspectorViewModel(workbench.background());
        var view = new InspectorView(model);
        view.setOnVersion(workbench.timeline()::select);
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        model.selectedEdgeProperty().bindBidirectional(workbench.selection().edgeProperty());
        workbench.timeline().runProperty().subscribe(model::show);
        workbench.comparison().shownProperty().subscribe(shown -> model.showPair(pair(workbench, shown)));
        pane.setMinWidth(0);
        pane.getStyleClass().add("panel");
        pane.setCenter(view);
        pane.setBottom(new FusionChooser(workbench).node());
    }

    private static @Nullable ComparedPair pair(Workbench workbench, @Nullable Shown shown) {
        var run = workbench.timeline().runProperty().get();
        var compared = workbench.comparison().comparedProperty().get();
        if (shown == null || run == null || compared == null) {
            return null;
        }
        var step = shown.row().step();
        var left = name("compare.side.left", compared.left(), step.left() == null ? step.right() : step.left());
        var right = name("compare.side.right", compared.right(), step.right() == null ? step.left() : step.right());
        return new ComparedPair(
                shown.pair().left(),
                step.left() == null ? right : left,
                shown.pair().right(),
                step.right() == null ? left : right,
                StageViews.versionOfPair(run));
    }

    private static String name(String key, Path folder, @Nullable DumpStep step) {
        return Words.say(key, folder, step == null ? "" : step.file().getFileName());
    }

    Region node() {
        return pane;
    }
}
