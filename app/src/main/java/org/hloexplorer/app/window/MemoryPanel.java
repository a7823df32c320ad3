package org.hloexplorer.app.window;

import javafx.collections.ObservableList;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.visualizers.memory.MemoryView;
import org.hloexplorer.visualizers.memory.MemoryViewModel;

/** Buffers over the schedule, joined to the step that is looked at and to the selection of the workbench. */
final class MemoryPanel {
    private final MemoryView view;
    private final MemoryViewModel model;

    MemoryPanel(Workbench workbench) {
        model = new MemoryViewModel(workbench.background());
        view = new MemoryView(model);
        view.setOnVersion(workbench.timeline()::select);
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        workbench.timeline().runProperty().subscribe(model::show);
        workbench.timeline().stepProperty().subscribe(step -> {
            if (step != null) {
                model.showVersion(step.after(), step.version());
            }
        });
    }

    /** Peak memory of each version; empty while it is not known. */
    ObservableList<Long> peaks() {
        return model.peaks();
    }

    Region node() {
        return view;
    }
}
