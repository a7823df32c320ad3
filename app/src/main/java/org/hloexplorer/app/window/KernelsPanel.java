package org.hloexplorer.app.window;

import java.util.List;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.app.workbench.SerialExecutor;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.visualizers.kernels.KernelsView;
import org.hloexplorer.visualizers.kernels.KernelsViewModel;
import org.jspecify.annotations.Nullable;

/** The kernels of the last run, or the offer to make one; or code for GPUs, whether or not there is one. */
final class KernelsPanel {
    private final Workbench workbench;
    private final Runnable compile;
    private final KernelsViewModel model;
    private final KernelsView view;
    private final ToggleButton forGpu = choice("kernels-gpu", "kernels.gpu");
    private final BorderPane page = new BorderPane();
    private State.@Nullable Finished last;

    KernelsPanel(Workbench workbench, Runnable compile) {
        this.workbench = workbench;
        this.compile = compile;
        model = new KernelsViewModel(new SerialExecutor(workbench.background()), Platform::runLater);
        view = new KernelsView(model);
        page.setTop(choices());
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        forGpu.selectedProperty().subscribe(workbench.gpuCode()::want);
        forGpu.selectedProperty().subscribe(_ -> show());
        workbench.runs().stateProperty().subscribe(_ -> show());
        workbench.gpuCode().codeProperty().subscribe(_ -> show());
        workbench.gpuCode().reasonProperty().subscribe(_ -> show());
        workbench.dumpedKernelsProperty().subscribe(_ -> show());
    }

    Node node() {
        return page;
    }

    private HBox choices() {
        var ofRun = choice("kernels-run", "kernels.run");
        var group = new ToggleGroup();
        group.getToggles().addAll(ofRun, forGpu);
        group.selectToggle(ofRun);
        group.selectedToggleProperty().addListener((_, old, now) -> {
            if (now == null) {
                group.selectToggle(old);
            }
        });
        var bar = new HBox(6, ofRun, forGpu);
        bar.getStyleClass().add("filter-bar");
        return bar;
    }

    private static ToggleButton choice(String id, String words) {
        var button = new ToggleButton(Words.say(words));
        button.setId(id);
        return button;
    }

    private void show() {
        if (forGpu.isSelected()) {
            showCode();
        } else {
            showRun(workbench.runs().stateProperty().get());
        }
    }

    private void showCode() {
        var code = workbench.gpuCode().codeProperty().get();
        var reason = workbench.gpuCode().reasonProperty().get();
        if (code == null || code.kernels().isEmpty()) {
            model.clear();
            page.setCenter(EmptyPanel.saying(reason));
        } else {
            model.show(code.kernels(), code.module(), code.version());
            page.setCenter(view);
        }
    }

    private void showRun(State state) {
        switch (state) {
            case State.Finished finished -> last = finished;
            case State.Idle _ -> last = null;
            case State.Running _, State.Failed _, State.Cancelled _ -> {}
        }
        if (last == null) {
            showDumped(workbench.dumpedKernelsProperty().get());
        } else {
            model.show(last.run().kernels(), last.run().module(), last.version());
        }
        page.setCenter(
                model.kernels().isEmpty()
                        ? EmptyPanel.offering(
                                Words.say("kernels.empty"), "kernels-compile", Words.say("kernels.compile"), compile)
                        : view);
    }

    /** What XLA made of the program, until it is run here. */
    private void showDumped(List<KernelDescription> kernels) {
        var run = workbench.timeline().runProperty().get();
        if (kernels.isEmpty() || run == null) {
            model.clear();
            return;
        }
        // Opening a folder selects nothing; choosing a kernel does.
        var selected = workbench.selection().pathProperty().get();
        model.show(kernels, run.output(), run.versions() - 1);
        workbench.selection().pathProperty().set(selected);
    }
}
