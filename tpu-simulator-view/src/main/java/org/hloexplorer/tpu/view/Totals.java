package org.hloexplorer.tpu.view;

import java.util.Locale;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.ResultCheck;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.jspecify.annotations.Nullable;

/** Totals of the product that is shown: simulated against closed form, states of every part, distance from the exact result. */
final class Totals extends ScrollPane {
    private final VBox lines = new VBox(3);

    Totals(TpuViewModel model) {
        setId("tpu-totals");
        setContent(lines);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        lines.setPadding(new Insets(6, 8, 6, 8));
        model.sceneProperty().subscribe(scene -> {
            lines.getChildren().clear();
            if (scene != null) {
                program(model.simulationProperty().get());
                show(scene.run());
            }
        });
    }

    /** All products together, where there are several. */
    private void program(@Nullable TpuSimulation simulation) {
        if (simulation != null && simulation.matMuls().size() > 1) {
            add(
                            Words.say(
                                    "totals.program",
                                    Figures.count(simulation.cycles()),
                                    simulation.matMuls().size()),
                            "text-muted")
                    .setId("tpu-program");
        }
    }

    private void show(MatMulRun run) {
        var simulation = run.simulation();
        lines.getChildren().addAll(total(simulation), closedForm(simulation));
        if (run.executions() > 1) {
            add(
                    Words.say("totals.executions", Figures.count(run.executions()), Figures.count(run.cycles())),
                    "text-muted");
        }
        simulation
                .config()
                .seconds(simulation.cycles())
                .ifPresent(seconds -> add(
                        Words.say(
                                "totals.seconds",
                                seconds * 1e6,
                                simulation.config().clockHertz() / 1e6),
                        "text-muted"));
        if (run.remark() != null) {
            add(run.remark(), "warning");
        }
        if (run.withoutValues() != null) {
            add(run.withoutValues(), "warning");
        }
        run.checked().ifPresent(check -> result(run, check));
        simulation.states().forEach(this::states);
    }

    private static Label total(MatMulSimulation simulation) {
        var label = new Label(Words.say("totals.cycles", Figures.count(simulation.cycles())));
        label.getStyleClass().add("tpu-strong");
        label.setId("tpu-cycles");
        return label;
    }

    private static Label closedForm(MatMulSimulation simulation) {
        var form = simulation.closedForm();
        boolean agrees = simulation.agrees();
        var label = new Label(
                Words.say(agrees ? "totals.agrees" : "totals.disagrees", Figures.count(form.cycles()), form.formula()));
        label.setId("tpu-closed-form");
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        label.getStyleClass().add(agrees ? "text-muted" : "danger");
        label.setTooltip(new Tooltip(Words.say(
                "totals.sizes",
                Figures.count(simulation.plans().getFirst().folds()),
                simulation.plans().getFirst().mCount(),
                simulation.config().rows(),
                simulation.config().cols())));
        return label;
    }

    private void result(MatMulRun run, ResultCheck check) {
        var gemm = run.simulation().gemm();
        int row = check.where() / gemm.n();
        var place = "%s%d,%d"
                .formatted(gemm.batch() > 1 ? row / gemm.m() + "," : "", row % gemm.m(), check.where() % gemm.n());
        var label = add(
                check.maxError() == 0
                        ? Words.say("totals.exact")
                        : Words.say(
                                "totals.error",
                                Figures.exact(check.maxError()),
                                place,
                                Figures.exact(check.actual()),
                                Figures.exact(check.expected())),
                check.withinBound() ? "text-muted" : "danger");
        label.setId("tpu-result");
        add(
                Words.say(
                        check.withinBound() ? "totals.bound" : "totals.beyond",
                        Figures.exact(check.maxSummationError()),
                        Figures.count(check.checked()),
                        Figures.count(check.elements())),
                check.withinBound() ? "text-muted" : "danger");
    }

    private void states(String unit, Map<UnitState, Long> states) {
        var title = new Label(unit);
        title.getStyleClass().add("tpu-strong");
        var grid = new GridPane(6, 1);
        long sum = states.values().stream().mapToLong(Long::longValue).sum();
        states.forEach((state, cycles) -> {
            var name = new Label(ScrubBar.word(state));
            name.setTooltip(new Tooltip(state.meaning()));
            GridPane.setHgrow(name, Priority.ALWAYS);
            name.setMaxWidth(Double.MAX_VALUE);
            grid.addRow(
                    grid.getRowCount(),
                    swatch(state),
                    name,
                    new Label(Figures.count(cycles)),
                    new Label(Figures.percent((double) cycles / sum)));
        });
        lines.getChildren().addAll(title, grid);
    }

    private static Node swatch(UnitState state) {
        var swatch = new Region();
        swatch.setMinSize(9, 9);
        swatch.setMaxSize(9, 9);
        swatch.getStyleClass().addAll("tpu-swatch", "tpu-" + state.name().toLowerCase(Locale.ROOT));
        return swatch;
    }

    private Label add(String text, String styleClass) {
        var label = new Label(text);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        label.getStyleClass().add(styleClass);
        lines.getChildren().add(label);
        return label;
    }
}
