package org.hloexplorer.app.window;

import java.time.Duration;
import java.util.List;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.DeviceRun;
import org.hloexplorer.app.workbench.OutputSummary;
import org.hloexplorer.app.workbench.ReferenceComparison;
import org.hloexplorer.app.workbench.RunModel;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.app.workbench.RunModel.Wish;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.visualizers.run.RunReport;
import org.hloexplorer.visualizers.run.RunView;
import org.hloexplorer.visualizers.run.RunViewModel;
import org.jspecify.annotations.Nullable;

/** What to run where, and the report of the last run, joined to the runs of the workbench. */
final class RunPanel {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int FIRST = 8;

    private final RunModel runs;
    private final RunViewModel model = new RunViewModel();
    private final RunView view = new RunView(model);

    RunPanel(RunModel runs) {
        this.runs = runs;
        model.setOnRun(() -> runs.run(wish()));
        model.setOnCancel(runs::cancel);
        model.contractionsProperty().set(runs.contractionsProperty().get());
        model.contractionsProperty().subscribe(runs::useContractions);
        runs.contractionsProperty().subscribe(model.contractionsProperty()::set);
        runs.devicesProperty().subscribe(this::showDevices);
        runs.stateProperty().subscribe(this::show);
        runs.describeDevices();
    }

    Region node() {
        return view;
    }

    RunViewModel model() {
        return model;
    }

    /** Runs on this device, which becomes the chosen one. */
    void run(DeviceKind kind) {
        var chosen = model.deviceProperty().get();
        if (chosen == null || chosen.kind() != kind) {
            model.devices().stream()
                    .filter(each -> each.kind() == kind)
                    .findFirst()
                    .ifPresent(model.deviceProperty()::set);
        }
        model.run();
    }

    private Wish wish() {
        var chosen = model.deviceProperty().get();
        var kind = chosen == null ? DeviceKind.CPU : chosen.kind();
        int number = chosen == null ? 0 : chosen.number();
        var options = new RunOptions(
                model.repeatProperty().get(), Runtime.getRuntime().availableProcessors(), LIMIT);
        return new Wish(
                kind, number, model.seed(), options, model.comparesProperty().get());
    }

    /** The processor is the first choice. */
    private void showDevices(List<DeviceDescription> devices) {
        boolean isFirst = model.devices().isEmpty();
        model.setDevices(devices);
        if (isFirst) {
            devices.stream()
                    .filter(each -> each.kind() == DeviceKind.CPU && each.isAvailable())
                    .findFirst()
                    .ifPresent(model.deviceProperty()::set);
        }
    }

    private void show(State state) {
        switch (state) {
            case State.Idle _ -> model.reset();
            case State.Running _ -> model.started();
            case State.Finished finished -> model.succeeded(report(finished.run()));
            case State.Failed failed -> model.failed(failed.reason());
            case State.Cancelled _ -> model.cancelled();
        }
    }

    private static RunReport report(DeviceRun run) {
        return new RunReport(
                run.device(),
                run.seed(),
                OutputSummary.of(run.result().output(), FIRST).stream()
                        .map(RunPanel::output)
                        .toList(),
                comparison(run.comparison()),
                run.result().profile(),
                run.compileTime(),
                run.kernels());
    }

    private static RunReport.Output output(OutputSummary summary) {
        return new RunReport.Output(
                summary.shapeText(), summary.sum(), summary.absSum(), summary.nonfinite(), summary.first());
    }

    private static @Nullable LiteralComparison comparison(@Nullable ReferenceComparison compared) {
        return compared == null ? null : compared.comparison();
    }
}
