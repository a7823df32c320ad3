package org.hloexplorer.tpu.view;

import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.jspecify.annotations.Nullable;

/**
 * The whole program on the units of the chip: where data are in the cycle that is shown, what each unit does over time, and the
 * totals with their bounds and the chain of tasks that decides them.
 */
final class ChipPane extends ScrollPane {
    private final Label totals = new Label();
    private final Label chain = new Label();
    private final ChipLanes lanes;
    private final VBox page = new VBox(4);
    private final MachinePane machine;

    ChipPane(TpuViewModel model) {
        setId("tpu-chip");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        totals.setId("tpu-chip-totals");
        chain.setId("tpu-chip-chain");
        wrap(totals);
        wrap(chain);
        machine = new MachinePane(model);
        lanes = new ChipLanes(model);
        setContent(page);
        model.simulationProperty().subscribe(this::show);
    }

    private static void wrap(Label label) {
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        label.setPadding(new Insets(0, 8, 0, 8));
    }

    private void show(@Nullable TpuSimulation simulation) {
        var run = simulation == null ? null : simulation.onChip().orElse(null);
        if (run == null || run.pieces().isEmpty()) {
            totals.setText(
                    simulation == null || simulation.whyNotOnChip().isEmpty()
                            ? ""
                            : Words.say("chip.none", simulation.whyNotOnChip()));
            page.getChildren().setAll(machine, totals);
            return;
        }
        totals.setText(text(run));
        totals.setTooltip(new Tooltip(run.model().source()));
        chain.setText(chain(run));
        chain.setTooltip(new Tooltip(Words.say("chip.chain.tip")));
        page.getChildren().setAll(machine, lanes, totals, chain);
    }

    private static String text(ChipRun run) {
        var bytes = run.bytes().entrySet().stream()
                .map(each -> Words.say("chip.bytes", each.getKey().label(), Figures.count(each.getValue())))
                .collect(Collectors.joining(", "));
        return Words.say(
                run.agrees() ? "chip.totals" : "chip.wrong",
                Figures.count(run.cycles()),
                Figures.count(run.atLeast()),
                Figures.count(run.atMost()),
                bytes,
                Figures.count(run.onChipPeak()));
    }

    /** What the total is made of. */
    private static String chain(ChipRun run) {
        var parts = run.criticalPath().entrySet().stream()
                .map(each -> Words.say(
                        "chip.chain.part",
                        each.getKey().label(),
                        Figures.count(each.getValue()),
                        Figures.percent((double) each.getValue() / Math.max(1, run.cycles()))))
                .collect(Collectors.joining(" + "));
        return Words.say("chip.chain", parts, Figures.count(run.cycles()));
    }
}
