package org.hloexplorer.app.window;

import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.visualizers.inspector.InspectorView;
import org.hloexplorer.visualizers.inspector.InspectorViewModel;

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
        pane.setMinWidth(0);
        pane.getStyleClass().add("panel");
        pane.setCenter(view);
        pane.setBottom(new FusionChooser(workbench).node());
    }

    Region node() {
        return pane;
    }
}
