package org.hloexplorer.app.window;

import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.visualizers.decisions.DecisionsView;
import org.hloexplorer.visualizers.decisions.DecisionsViewModel;

/** The table of decisions, joined to the selection and the passes of the workbench. */
final class DecisionsPanel {
    private final DecisionsView view;

    DecisionsPanel(Workbench workbench, Export export) {
        var model = new DecisionsViewModel(workbench.background());
        view = new DecisionsView(model);
        view.setOnVersion(workbench.timeline()::select);
        view.setOnExport(csv -> export.save("decisions.csv", csv));
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        model.selectedEdgeProperty().bindBidirectional(workbench.selection().edgeProperty());
        workbench.timeline().runProperty().subscribe(model::show);
        workbench.timeline().stepProperty().subscribe(step -> {
            if (step != null) {
                view.reveal(step.version());
            }
        });
    }

    Region node() {
        return view;
    }
}
