package org.hloexplorer.app.window;

import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.visualizers.inspector.InspectorView;
import org.hloexplorer.visualizers.inspector.InspectorViewModel;

/** The inspector, joined to the selection and the passes of the workbench. */
final class InspectorPanel {
    private final InspectorView view;

    InspectorPanel(Workbench workbench) {
        var model = new InspectorViewModel(workbench.background());
        view = new InspectorView(model);
        view.setMinWidth(0);
        view.getStyleClass().add("panel");
        view.setOnVersion(workbench.timeline()::select);
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        model.selectedEdgeProperty().bindBidirectional(workbench.selection().edgeProperty());
        workbench.timeline().runProperty().subscribe(model::show);
    }

    Region node() {
        return view;
    }
}
