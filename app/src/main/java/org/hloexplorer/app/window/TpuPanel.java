package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.util.StringConverter;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.tpu.view.TpuView;
import org.jspecify.annotations.Nullable;

/** The array at work, which array it is, or the offer to simulate. */
final class TpuPanel {
    private static final List<Integer> SIDES = List.of(4, 8, 16, 32, 64, 128);
    private static final double HARDWARE_WIDTH = 196;

    private final Workbench workbench;
    private final TpuView view = new TpuView();
    private final Node empty;
    private final ComboBox<Hardware> hardware = new ComboBox<>();
    private final ComboBox<TimingMode> timing = new ComboBox<>();
    private final ComboBox<ConvolutionMethod> convolution = new ComboBox<>();
    private final BorderPane page = new BorderPane();
    private boolean isShowing;

    /** An array of some size, or a chip. */
    private sealed interface Hardware {

        TpuConfig config(TimingMode mode);

        record Array(int rows, int columns) implements Hardware {
            @Override
            public TpuConfig config(TimingMode mode) {
                return TpuConfig.array(rows, columns, mode);
            }

            @Override
            public String toString() {
                return Words.say("tpu.array", rows, columns);
            }
        }

        record Chip(TpuChip chip) implements Hardware {
            @Override
            public TpuConfig config(TimingMode mode) {
                return TpuConfig.of(chip, mode);
            }

            @Override
            public String toString() {
                return Words.say("tpu.chip", chip.flag(), chip.matrixUnits(), chip.dimension());
            }
        }
    }

    TpuPanel(Workbench workbench, Runnable simulate, Export export) {
        this.workbench = workbench;
        this.empty =
                EmptyPanel.offering(Words.say("tpu.empty"), "tpu-simulate-first", Words.say("tpu.simulate"), simulate);
        page.setTop(bar(simulate));
        workbench.runs().simulationProperty().subscribe(this::show);
        view.selectionProperty().subscribe(this::selected);
        view.onExportProperty().set(extension -> export.choose("tpu." + extension));
        workbench.selection().pathProperty().subscribe(this::follow);
    }

    Node node() {
        return page;
    }

    TpuView view() {
        return view;
    }

    private HBox bar(Runnable simulate) {
        var choices = new ArrayList<Hardware>();
        SIDES.forEach(side -> choices.add(new Hardware.Array(side, side)));
        Arrays.stream(TpuChip.values()).map(Hardware.Chip::new).forEach(choices::add);
        hardware.setId("tpu-hardware");
        hardware.setAccessibleText(Words.say("tpu.hardware"));
        hardware.getItems().setAll(choices);
        hardware.setEditable(true);
        hardware.setConverter(new HardwareName());
        hardware.setPrefWidth(HARDWARE_WIDTH);
        timing.setId("tpu-mode");
        timing.setAccessibleText(Words.say("tpu.timing"));
        timing.getItems().setAll(TimingMode.values());
        timing.setConverter(new TimingName());
        timing.setTooltip(new Tooltip());
        convolution.setId("tpu-convolution");
        convolution.setAccessibleText(Words.say("tpu.convolution"));
        convolution.setTooltip(new Tooltip(Words.say("tpu.convolution.tip")));
        convolution.getItems().setAll(ConvolutionMethod.values());
        convolution.setConverter(new MethodName());
        workbench.runs().tpuProperty().subscribe(this::show);
        convolution.setOnAction(_ -> configure());
        hardware.setOnAction(_ -> configure());
        timing.setOnAction(_ -> configure());
        var start = new Button(Words.say("tpu.simulate"));
        start.setId("tpu-simulate");
        start.setOnAction(_ -> simulate.run());
        var bar = new HBox(8, label("tpu.hardware"), hardware, label("tpu.timing"), timing, convolution, start);
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getStyleClass().addAll("panel-bar", "panel-bar-low");
        return bar;
    }

    private static Label label(String key) {
        var label = new Label(Words.say(key));
        label.getStyleClass().add("text-muted");
        return label;
    }

    /** Shows which TPU is simulated, whoever chose it. */
    private void show(TpuConfig config) {
        isShowing = true;
        timing.setValue(config.timing());
        timing.getTooltip().setText(config.timing().legend());
        var shown = hardware.getItems().stream()
                .filter(each -> each.config(TimingMode.DOUBLE_BUFFERED).name().equals(config.name()))
                .findFirst()
                .orElseGet(() -> new Hardware.Array(config.rows(), config.cols()));
        convolution.setValue(config.convolution());
        hardware.setValue(shown);
        hardware.setTooltip(new Tooltip(
                TpuChip.ofFlag(config.name()).map(TpuChip::description).orElse(config.source())
                        + "\n"
                        + Words.say("tpu.hardware.tip")));
        isShowing = false;
    }

    private void configure() {
        if (isShowing) {
            return;
        }
        try {
            workbench
                    .runs()
                    .useTpu(hardware.getValue().config(timing.getValue()).with(convolution.getValue()));
        } catch (IllegalArgumentException e) {
            workbench.log().error("This array cannot be simulated: " + e.getMessage());
            show(workbench.runs().tpuProperty().get());
        }
    }

    private void show(@Nullable TpuSimulation simulation) {
        view.show(simulation);
        page.setCenter(simulation == null ? empty : view);
    }

    /** A product selected here is selected everywhere. */
    private void selected(@Nullable Integer instruction) {
        var run = workbench.timeline().runProperty().get();
        if (instruction == null || run == null) {
            return;
        }
        int version = run.versions() - 1;
        run.output()
                .computationOf(instruction)
                .map(computation -> HloPath.toInstruction(version, computation.id(), instruction))
                .filter(path -> !isSelected(path))
                .ifPresent(workbench.selection().pathProperty()::set);
    }

    private boolean isSelected(HloPath path) {
        var selected = workbench.selection().pathProperty().get();
        return selected != null && path.inVersion(selected.version()).equals(selected);
    }

    /** What is selected elsewhere lights up; a product, or a fusion with one in it, is also shown. */
    private void follow(@Nullable HloPath path) {
        var instruction = path == null ? null : path.instructionId();
        view.model().litInstructionProperty().set(instruction);
        var simulation = workbench.runs().simulationProperty().get();
        if (instruction != null && simulation != null) {
            simulation
                    .productOf(instruction)
                    .ifPresent(run -> view.selectionProperty().set(run.instruction()));
        }
    }

    /** What is chosen, or typed: rows and columns such as {@code 5x7}, or the name of a chip. */
    private final class HardwareName extends StringConverter<Hardware> {
        @Override
        public String toString(@Nullable Hardware chosen) {
            return chosen == null ? "" : chosen.toString();
        }

        @Override
        public Hardware fromString(String text) {
            return hardware.getItems().stream()
                    .filter(each -> each.toString().equals(text))
                    .findFirst()
                    .orElseGet(() -> typed(text));
        }

        private Hardware typed(String text) {
            try {
                var name = text.replace('×', 'x').replace(" ", "");
                var config = TpuConfig.named(name, TimingMode.DOUBLE_BUFFERED);
                return TpuChip.ofFlag(name)
                        .<Hardware>map(Hardware.Chip::new)
                        .orElseGet(() -> new Hardware.Array(config.rows(), config.cols()));
            } catch (IllegalArgumentException e) {
                workbench.log().error("This array cannot be simulated: " + e.getMessage());
                return hardware.getValue();
            }
        }
    }

    private static final class MethodName extends StringConverter<ConvolutionMethod> {
        @Override
        public String toString(@Nullable ConvolutionMethod method) {
            return method == null ? "" : method.flag();
        }

        @Override
        public ConvolutionMethod fromString(String text) {
            throw new UnsupportedOperationException("the box is not typed into");
        }
    }

    private static final class TimingName extends StringConverter<TimingMode> {
        @Override
        public String toString(@Nullable TimingMode mode) {
            return mode == null ? "" : mode.flag();
        }

        @Override
        public TimingMode fromString(String text) {
            throw new UnsupportedOperationException("the box is not typed into");
        }
    }
}
