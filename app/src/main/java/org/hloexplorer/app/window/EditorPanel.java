package org.hloexplorer.app.window;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.source.Problem;
import org.hloexplorer.visualizers.source.ProblemsView;
import org.hloexplorer.visualizers.source.SourceEditor;
import org.hloexplorer.visualizers.source.SourceLinks;
import org.hloexplorer.visualizers.source.SourceViewModel;
import org.jspecify.annotations.Nullable;

/** The editor and the list of problems, joined to the program and the timeline of the workbench. */
final class EditorPanel {
    private final Workbench workbench;
    private final SourceViewModel model = new SourceViewModel();
    private final SourceEditor editor;
    private final ProblemsView problems = new ProblemsView(model);

    EditorPanel(Workbench workbench) {
        this.workbench = workbench;
        this.editor = new SourceEditor(model, workbench.background());
        model.setOnEdit(workbench.program()::edit);
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        workbench.program().sourceProperty().subscribe(this::load);
        workbench.program().parsedProperty().subscribe(this::show);
        model.setOnStep(workbench.timeline()::select);
        workbench.timeline().runProperty().subscribe(this::showSteps);
    }

    Region node() {
        return editor;
    }

    Region problems() {
        return problems;
    }

    void undo() {
        editor.undo();
    }

    void redo() {
        editor.redo();
    }

    SourceViewModel model() {
        return model;
    }

    /** What the user typed is there already. */
    private void load(ProgramSource source) {
        if (!editor.text().equals(source.text())) {
            model.load(source.text());
        }
    }

    private void show(@Nullable ParsedModule parsed) {
        if (parsed == null) {
            model.showProblems(List.of());
            return;
        }
        model.showProblems(parsed.diagnostics().stream().map(Problem::of).toList());
        model.setLinks(new Links(parsed));
    }

    private void showSteps(@Nullable PipelineRun run) {
        model.showStepProblems(
                run == null
                        ? List.of()
                        : run.runs().stream().flatMap(EditorPanel::problem).toList());
    }

    private static Stream<Problem> problem(PassRun run) {
        var failure = run.failure();
        return failure == null ? Stream.empty() : Stream.of(Problem.ofStep(run.pass(), run.index() + 1, failure));
    }

    /** The text is the input of the pipeline, so all paths lead to version 0. */
    private record Links(ParsedModule parsed) implements SourceLinks {

        @Override
        public Optional<HloPath> instructionAt(int line, int column) {
            var id = parsed.sourceMap().instructionAt(line, column);
            if (id.isEmpty()) {
                return Optional.empty();
            }
            return parsed.module()
                    .flatMap(module -> module.computationOf(id.getAsInt()))
                    .map(computation -> HloPath.toInstruction(0, computation.id(), id.getAsInt()));
        }

        @Override
        public Optional<Integer> lineOf(HloPath path) {
            return Optional.ofNullable(path.instructionId())
                    .flatMap(parsed.sourceMap()::span)
                    .map(span -> span.line());
        }
    }
}
