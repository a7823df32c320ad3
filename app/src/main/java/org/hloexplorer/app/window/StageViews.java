package org.hloexplorer.app.window;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import javafx.scene.control.Label;
import org.hloexplorer.app.window.StagePanel.Mode;
import org.hloexplorer.app.workbench.CompareModel.Shown;
import org.hloexplorer.app.workbench.Step;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.diff.TextDifferenceView;
import org.hloexplorer.visualizers.diff.TextDifferenceViewModel;
import org.hloexplorer.visualizers.graph.BeforeAfterView;
import org.jspecify.annotations.Nullable;

/** What is on the stage: pictures of the step that is looked at, its text, and the editor. */
final class StageViews {
    private final Workbench workbench;
    private final BeforeAfterView graphs;
    private final TextDifferenceViewModel text;
    private final EditorPanel editor;
    private final Label heading = new Label();
    private final StagePanel panel;
    private @Nullable Texts texts;

    StageViews(Workbench workbench, Executor layout) {
        this.workbench = workbench;
        this.graphs = new BeforeAfterView(layout);
        this.text = new TextDifferenceViewModel(workbench.background());
        this.editor = new EditorPanel(workbench);
        heading.setId("stage-heading");
        heading.getStyleClass().add("stage-heading");
        heading.setMaxWidth(Double.MAX_VALUE);
        this.panel = new StagePanel(
                Map.of(
                        Mode.SIDES,
                        graphs,
                        Mode.UNION,
                        graphs,
                        Mode.TEXT,
                        new TextDifferenceView(text),
                        Mode.EDITOR,
                        editor.node()),
                heading);
        graphs.movesProperty().set(new FusionHands(workbench));
        panel.modeProperty().subscribe(this::show);
        graphs.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        graphs.selectedEdgeProperty().bindBidirectional(workbench.selection().edgeProperty());
        workbench.timeline().stepProperty().subscribe(this::show);
        workbench.program().parsedProperty().subscribe(this::show);
        workbench.comparison().shownProperty().subscribe(this::show);
    }

    StagePanel panel() {
        return panel;
    }

    BeforeAfterView graphs() {
        return graphs;
    }

    EditorPanel editor() {
        return editor;
    }

    private void show(Mode mode) {
        switch (mode) {
            case SIDES -> graphs.modeProperty().set(BeforeAfterView.Mode.BEFORE_AND_AFTER);
            case UNION -> graphs.modeProperty().set(BeforeAfterView.Mode.UNION);
            case TEXT -> showText();
            case EDITOR -> {}
        }
    }

    /** Printing and colouring a large program takes seconds, so it waits until someone looks. */
    private void showText(HloModule before, HloModule after) {
        texts = new Texts(before, after);
        if (panel.modeProperty().get() == Mode.TEXT) {
            showText();
        } else {
            text.clear();
        }
    }

    private void showText() {
        var wanted = texts;
        texts = null;
        if (wanted != null) {
            text.show(wanted.before(), wanted.after());
        }
    }

    /** What the text view is to show when it is looked at. */
    private record Texts(HloModule before, HloModule after) {}

    private void show(@Nullable Step step) {
        var run = workbench.timeline().runProperty().get();
        if (step == null || run == null) {
            showPart(workbench.program().parsedProperty().get());
            return;
        }
        if (step.rewrite() == null) {
            graphs.show(run, step.version());
        } else {
            graphs.show(step.before(), step.after(), step.version());
        }
        showText(step.before(), step.after());
        heading.setText(StepWords.of(run, step));
    }

    /** A step of two dumps: its modules are none of this timeline, which is told by a version that it has not. */
    private void show(@Nullable Shown shown) {
        var run = workbench.timeline().runProperty().get();
        if (shown == null) {
            show(workbench.timeline().stepProperty().get());
        } else if (run != null) {
            var pair = shown.pair();
            graphs.show(pair.left(), pair.right(), versionOfPair(run));
            showText(pair.left(), pair.right());
            heading.setText(Words.say(
                    "compare.heading",
                    shown.row().step().title(),
                    Words.say("compare." + shown.row().state().name().toLowerCase(Locale.ROOT))));
        }
    }

    /** The version by which the second module of a compared pair is told; the one before it is the first module. */
    static int versionOfPair(PipelineRun run) {
        return run.versions() + 1;
    }

    /** A program with errors has no timeline; what could be read of it is shown by itself. */
    private void show(@Nullable ParsedModule parsed) {
        if (workbench.timeline().stepProperty().get() == null) {
            showPart(parsed);
        }
    }

    private void showPart(@Nullable ParsedModule parsed) {
        var part = Optional.ofNullable(parsed).filter(ParsedModule::hasErrors).flatMap(ParsedModule::module);
        part.ifPresentOrElse(module -> graphs.show(module, module, 0), graphs::clear);
        texts = null;
        text.clear();
        heading.setText(part.isPresent() ? Words.say("stage.part") : "");
    }
}
