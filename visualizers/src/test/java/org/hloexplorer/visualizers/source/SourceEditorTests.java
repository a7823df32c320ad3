package org.hloexplorer.visualizers.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.Pictures;
import org.hloexplorer.visualizers.source.Problem.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init") // start() sets the fields.
final class SourceEditorTests {
    private static final String TEXT = """
            HloModule m, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

            ENTRY %main (x: f32[8]) -> f32[8] {
              %x = f32[8]{0} parameter(0), metadata={op_name="x"}
              %twice = f32[8]{0} add(%x, %x)
              ROOT %out = f32[8]{0} tanh(%twise) // misspelt
            }
            """;

    private final List<String> edits = new ArrayList<>();
    private SourceViewModel model;
    private CodeArea area;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        model = new SourceViewModel();
        model.setOnEdit(edits::add);
        var editor = new SourceEditor(model, Runnable::run);
        var root = new BorderPane(editor);
        var problems = new ProblemsView(model);
        problems.setPrefHeight(120);
        root.setBottom(problems);
        Pictures.show(stage, root, 900, 400);
        model.load(TEXT);
        model.showProblems(List.of(new Problem(
                "m.hlo",
                Severity.ERROR,
                6,
                30,
                6,
                "unknown-operand",
                "no instruction named 'twise' in computation 'main'",
                "did you mean 'twice', defined at 5:3?",
                null)));
        area = (CodeArea) editor.lookup("#source");
    }

    @Test
    void coloursAndUnderlines(FxRobot robot) {
        WaitForAsyncUtils.waitForFxEvents();
        robot.interact(() -> Pictures.take(stage, "source"));
        assertThat(area.getStyleOfChar(TEXT.indexOf("tanh"))).contains("hlo-opcode");
        assertThat(area.getStyleOfChar(TEXT.indexOf("%twise"))).contains("hlo-name", "error");
    }

    @Test
    void anEditIsReportedOnce(FxRobot robot) throws TimeoutException {
        int end = TEXT.indexOf("twise") + 5;
        robot.clickOn(area);
        // Within one pulse: how fast a robot types depends on how busy the machine is.
        robot.interact(() -> {
            area.insertText(end, "x");
            area.insertText(end + 1, "y");
        });
        WaitForAsyncUtils.waitFor(5, TimeUnit.SECONDS, () -> !edits.isEmpty());
        assertThat(edits).containsExactly(TEXT.replace("twise", "twisexy"));
        robot.push(KeyCode.CONTROL, KeyCode.Z);
        assertThat(area.getText()).isNotEqualTo(TEXT.replace("twise", "twisexy"));
    }

    @Test
    void loadingIsNoEdit(FxRobot robot) {
        robot.interact(() -> model.load("HloModule other"));
        robot.sleep(500);
        assertThat(edits).isEmpty();
    }

    @Test
    void aProblemLeadsToItsPlace(FxRobot robot) {
        robot.clickOn("unknown-operand");
        assertThat(area.getCaretPosition()).isEqualTo(TEXT.indexOf("%twise"));
    }

    @Test
    void caretAndSelectionFollowEachOther(FxRobot robot) {
        robot.interact(() -> model.setLinks(new SourceLinks() {
            @Override
            public Optional<HloPath> instructionAt(int line, int column) {
                return line >= 4 && line <= 6 ? Optional.of(HloPath.toInstruction(0, 9, line)) : Optional.empty();
            }

            @Override
            public Optional<Integer> lineOf(HloPath path) {
                return Optional.ofNullable(path.instructionId());
            }
        }));
        robot.interact(() -> area.moveTo(TEXT.indexOf("add(")));
        assertThat(model.selectionProperty().get()).isEqualTo(HloPath.toInstruction(0, 9, 5));
        robot.interact(() -> model.selectionProperty().set(HloPath.toInstruction(0, 9, 6)));
        assertThat(area.getParagraph(5).getParagraphStyle()).contains("selected-line");
    }

    @Test
    void definitionsAndOccurrencesAreFound(FxRobot robot) {
        robot.clickOn(area);
        robot.interact(() -> area.moveTo(TEXT.indexOf("%x, %x") + 1));
        robot.push(KeyCode.F12);
        assertThat(area.getCaretPosition()).isEqualTo(TEXT.indexOf("%x = "));
        robot.push(KeyCode.CONTROL, KeyCode.F);
        robot.write("TANH");
        assertThat(area.getSelectedText()).isEqualTo("tanh");
    }
}
