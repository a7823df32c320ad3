package org.hloexplorer.app.window;

import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.visualizers.kernels.KernelsView;
import org.hloexplorer.visualizers.kernels.KernelsViewModel;

/** The kernels of the last run, or the offer to make one. */
final class KernelsPanel {
    private final KernelsViewModel model = new KernelsViewModel();
    private final KernelsView view = new KernelsView(model);
    private final Node empty;
    private final StackPane page = new StackPane();

    KernelsPanel(Workbench workbench, Runnable compile) {
        empty = EmptyPanel.offering(
                Words.say("kernels.empty"), "kernels-compile", Words.say("kernels.compile"), compile);
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        workbench.runs().stateProperty().subscribe(this::show);
    }

    Node node() {
        return page;
    }

    private void show(State state) {
        switch (state) {
            case State.Finished(var run, int version) -> model.show(run.kernels(), run.module(), version);
            case State.Idle _ -> model.clear();
            case State.Running _, State.Failed _, State.Cancelled _ -> {}
        }
        page.getChildren().setAll(model.kernels().isEmpty() ? empty : view);
    }
}
