package org.hloexplorer.app.window;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.FusionChoices;
import org.hloexplorer.app.workbench.FusionStudy.Left;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Suggestions;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.transforms.layout.LayoutOptions;

/** The small language that says what to do in the window before a picture is taken: {@code pass=fusion}. */
final class WindowSteps {
    private final ExplorerWindow window;
    private final Map<String, Consumer<String>> verbs = new LinkedHashMap<>();

    WindowSteps(ExplorerWindow window) {
        this.window = window;
        verbs.put("open", this::open);
        verbs.put("beside", this::putBeside);
        verbs.put("layout", value -> {
            window.workbench()
                    .layouts()
                    .choose(LayoutOptions.CONVOLUTION.parse().apply(value));
            window.workbench().layouts().compare();
        });
        verbs.put("pipeline", this::usePipeline);
        verbs.put("pass", this::selectPass);
        verbs.put("rewrite", value -> window.workbench().timeline().selectRewrite(number(value) - 1));
        verbs.put("toggle", value -> window.workbench().timeline().change(settings -> settings.togglingPass(value)));
        verbs.put("stage", this::showStage);
        verbs.put("tab", this::showPage);
        verbs.put("select", this::select);
        verbs.put("edge", this::selectEdge);
        verbs.put("hover", this::hover);
        verbs.put("fuse", value -> choose(value, FusionChoices.Choice.FUSE));
        verbs.put("apart", value -> choose(value, FusionChoices.Choice.KEEP_APART));
        verbs.put("drag", this::drag);
        verbs.put("compare", this::compare);
        verbs.put("knob", this::turnKnob);
        verbs.put("run", this::run);
        verbs.put("dot", this::computeDots);
        verbs.put("array", this::useArray);
        verbs.put("measure", this::measure);
        verbs.put("beside", this::measureBeside);
        verbs.put("cycle", this::goToCycle);
        verbs.put("cell", this::selectCell);
        verbs.put("side", value -> window.tpu().view().showSide(value));
        verbs.put("theme", this::useTheme);
    }

    /** Performs one step; a word without a value is a command of the window, such as {@code fit} or {@code roofline}. */
    void perform(String step) {
        int equals = step.indexOf('=');
        if (equals < 0) {
            command(step.strip());
            return;
        }
        var key = step.substring(0, equals).strip();
        var verb = verbs.get(key);
        if (verb == null) {
            throw new IllegalArgumentException(
                    "There is no step '%s'.%s".formatted(key, Suggestions.didYouMeanOneOf(key, verbs.keySet())));
        }
        verb.accept(step.substring(equals + 1).strip());
    }

    private void command(String id) {
        var command = window.commands().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst();
        command.orElseThrow(() -> unknown(
                        "command",
                        id,
                        window.commands().list().stream().map(Command::id).toList()))
                .perform();
    }

    private void usePipeline(String name) {
        var chosen = Pipelines.named(name)
                .orElseThrow(() -> unknown(
                        "pipeline",
                        name,
                        Pipelines.ALL.stream().map(HloPassPipeline::name).toList()));
        window.workbench().timeline().change(_ -> PipelineSettings.of(chosen));
    }

    private void open(String argument) {
        try {
            window.opening().read(argument);
        } catch (SourceException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void putBeside(String folder) {
        try {
            window.workbench().comparison().compareWith(Dumps.open(Path.of(folder)));
        } catch (SourceException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void selectPass(String pass) {
        if (!window.workbench().timeline().select(pass)) {
            throw new IllegalArgumentException("There is no pass '%s' on the timeline.".formatted(pass));
        }
    }

    private void showStage(String name) {
        window.stage()
                .panel()
                .show(StagePanel.Mode.named(name)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "There is no stage '%s'; there are Sides, Union, Text and Editor.".formatted(name))));
    }

    /** {@code knob=fusion.max-reductions:8}. */
    private void turnKnob(String value) {
        int colon = value.indexOf(':');
        var name = colon < 0 ? value : value.substring(0, colon);
        var model = window.workbench().knobs();
        var knob = model.knobs().stream()
                .filter(each -> each.option().name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(
                        "knob",
                        name,
                        model.knobs().stream().map(each -> each.option().name()).toList()));
        model.turn(knob, colon < 0 ? "" : value.substring(colon + 1)).ifPresent(refusal -> {
            throw new IllegalArgumentException(refusal);
        });
    }

    private void showPage(String name) {
        window.dock()
                .bringToFront(Dock.Page.named(name)
                        .orElseThrow(() -> new IllegalArgumentException("There is no tab '%s'; there are %s."
                                .formatted(
                                        name,
                                        Arrays.stream(Dock.Page.values())
                                                .map(Dock.Page::id)
                                                .collect(Collectors.joining(", "))))));
    }

    private void select(String name) {
        window.workbench().selection().pathProperty().set(step().path(name));
    }

    private void choose(String pair, FusionChoices.Choice choice) {
        var ends = ends(pair);
        window.workbench().fusionChoices().choose(new FusionPairs.Pair(ends[0], ends[1]), choice);
    }

    /** {@code compare=unfused}, {@code last}, the name of a pipeline, or a file or dump folder. */
    private void compare(String with) {
        var left = Pipelines.named(with)
                .<Left>map(pipeline -> new Left.Pipeline(pipeline.name()))
                .orElseGet(() -> switch (with) {
                    case "last" -> new Left.LastRun();
                    case "unfused" -> new Left.Unfused();
                    default -> new Left.Other(with);
                });
        window.workbench().fusionStudy().leftProperty().set(left);
    }

    /** {@code drag=exp.1>reduce.7}, or {@code drag=exp.1>} out of its fusion. */
    private void drag(String move) {
        var ends = ends(move);
        var named = step();
        var choices = window.workbench().fusionChoices();
        int version = named.step().version();
        int dragged = named.instruction(ends[0]);
        choices.make(
                ends[1].isEmpty()
                        ? choices.out(version, dragged)
                        : choices.into(version, dragged, named.instruction(ends[1])));
    }

    static String[] ends(String edge) {
        var ends = edge.split(">", -1);
        if (ends.length != 2) {
            throw new IllegalArgumentException("An edge is written PRODUCER>CONSUMER, not '%s'.".formatted(edge));
        }
        return ends;
    }

    private void selectEdge(String edge) {
        window.workbench().selection().edgeProperty().set(step().edge(edge));
    }

    private void hover(String name) {
        var step = new HoverStep(window.stage().graphs());
        if (name.contains(">")) {
            step.over(step().edge(name), name);
        } else {
            step.over(step().instruction(name), name);
        }
    }

    private NamedInStep step() {
        return Optional.ofNullable(window.workbench().timeline().stepProperty().get())
                .map(NamedInStep::new)
                .orElseThrow(() -> new IllegalArgumentException("There is no module without errors to select in."));
    }

    private void run(String device) {
        window.run().run(device(device));
    }

    private static DeviceKind device(String device) {
        for (var kind : DeviceKind.values()) {
            if (kind.text().equals(device)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "There is no device '%s'; there are reference, cpu, gpu and tpu.".formatted(device));
    }

    private void measure(String device) {
        var kind = device(device);
        if (kind == DeviceKind.REFERENCE) {
            throw new IllegalArgumentException(
                    "A roofline is measured on cpu, gpu or tpu, not on '%s'.".formatted(device));
        }
        window.workbench().roofline().deviceProperty().set(kind);
        window.workbench().roofline().measure();
    }

    /** Keeps the roofline that is shown and measures another beside it. */
    private void measureBeside(String device) {
        window.roofline().view().model().keepingProperty().set(true);
        measure(device);
    }

    private void computeDots(String engine) {
        window.workbench()
                .runs()
                .useContractions(ContractionEngine.named(engine)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'%s' computes no dots: there are generated and onednn.".formatted(engine))));
    }

    /** An array or a chip, and after a colon how weights reach it: {@code 8x8}, {@code v1:fifo}. */
    private void useArray(String text) {
        var parts = text.split(":", 2);
        var timing = parts.length == 1
                ? TimingMode.DOUBLE_BUFFERED
                : TimingMode.ofFlag(parts[1])
                        .orElseThrow(() -> new IllegalArgumentException(
                                "There is no timing '%s'; there are %s.".formatted(parts[1], TimingMode.flags())));
        window.workbench().runs().useTpu(TpuConfig.named(parts[0], timing));
        window.run().run(DeviceKind.TPU);
    }

    private void goToCycle(String cycle) {
        if (window.workbench().runs().simulationProperty().get() == null) {
            throw new IllegalArgumentException(
                    "Nothing has been simulated: write run=tpu or array=8x8 before cycle=%s.".formatted(cycle));
        }
        window.tpu().view().model().goTo(number(cycle));
    }

    /** {@code cell=2x3}: row 2, column 3. */
    private void selectCell(String cell) {
        int cross = cell.indexOf('x');
        if (cross < 0) {
            throw new IllegalArgumentException("A cell is written ROWxCOLUMN, as in 2x3, not '%s'.".formatted(cell));
        }
        window.tpu().view().model().selectCell(number(cell.substring(0, cross)), number(cell.substring(cross + 1)));
    }

    private void useTheme(String name) {
        window.appearance()
                .set(
                        switch (name) {
                            case "light" -> Appearance.Kind.LIGHT;
                            case "dark" -> Appearance.Kind.DARK;
                            default ->
                                throw new IllegalArgumentException(
                                        "There is no theme '%s'; there are light and dark.".formatted(name));
                        });
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'%s' is no whole number.".formatted(text), e);
        }
    }

    static IllegalArgumentException unknown(String kind, String name, Iterable<String> known) {
        var names = new ArrayList<String>();
        known.forEach(names::add);
        return new IllegalArgumentException(
                "There is no %s '%s'.%s".formatted(kind, name, Suggestions.didYouMean(name, names)));
    }
}
