package org.hloexplorer.visualizers.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.visualizers.Pictures;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init") // start() sets the fields.
final class KernelsViewTests {
    private static final List<KernelDescription> KERNELS = List.of(
            new KernelDescription(
                    "exp.1",
                    Programs.EXP,
                    List.of(Programs.EXP),
                    "LLVM, 16 floats wide",
                    null,
                    List.of(
                            new CodeListing("loop IR", "parallel i < 512 {\n  y[i] = exp(x[i])  // exp.1\n}"),
                            new CodeListing("LLVM IR", "define void @exp_1(ptr %x) {\n  ret void\n}"),
                            new CodeListing(
                                    "PTX",
                                    ".loc 1 2 0  // %other\nmov.u32 %r1;\n.loc 1 3 0  // %exp.1\nex2.approx %f1;\n\nret;"),
                            new CodeListing("ptxas", KernelsViewTests::fails))),
            new KernelDescription(
                    "sort.4",
                    Programs.ROW_SUM,
                    List.of(Programs.ROW_SUM),
                    "reference evaluator",
                    "sort has no loop form yet",
                    List.of()));

    private static String fails() {
        throw new IllegalStateException("the compiler has crashed");
    }

    private KernelsViewModel model;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        model = new KernelsViewModel();
        Pictures.show(stage, new KernelsView(model), 1000, 300);
        model.show(KERNELS, Programs.softmax(), 0);
    }

    @Test
    void showsCodeAndStages(FxRobot robot) {
        robot.interact(() -> Pictures.take(stage, "kernels"));
        var code = robot.lookup("#kernel-code").queryAs(CodeArea.class);
        assertThat(code.getText()).contains("exp(x[i])");
        assertThat(code.getParagraph(1).getParagraphStyle()).contains("selected-line");
        robot.clickOn("LLVM IR");
        assertThat(code.getText()).contains("define void");
    }

    @Test
    void saysWhyTheReferenceStoodIn(FxRobot robot) {
        robot.interact(() -> model.selectionProperty().set(HloPath.toInstruction(0, Programs.MAIN, Programs.ROW_SUM)));
        assertThat(model.kernelProperty().get()).isEqualTo(KERNELS.get(1));
        var fallback = robot.lookup("#kernel-fallback").queryAs(Label.class);
        assertThat(fallback.isVisible()).isTrue();
        assertThat(fallback.getText()).contains("sort has no loop form yet");
    }

    @Test
    void linesOfAssemblyAreLinkedByThePlacesBeforeThem(FxRobot robot) {
        robot.interact(() -> model.stageProperty().set("PTX"));
        assertThat(model.linesOfSelection()).containsExactly(2, 3);

        robot.interact(() -> model.selectionProperty().set(null));
        robot.interact(() -> model.selectAt(1));
        assertThat(model.selectionProperty().get()).isNull();

        robot.interact(() -> model.selectAt(3));
        assertThat(model.selectionProperty().get()).isEqualTo(HloPath.toInstruction(0, Programs.MAIN, Programs.EXP));
    }

    @Test
    void aCompilerThatFailsTakesDownNothingButItsListing(FxRobot robot) {
        robot.clickOn("ptxas");
        assertThat(robot.lookup("#kernel-code").queryAs(CodeArea.class).getText())
                .isEqualTo("// No ptxas: the compiler has crashed");
    }

    @Test
    void aSlowCompilerIsWaitedForElsewhere() {
        var waiting = new ArrayDeque<Runnable>();
        var slow = new KernelsViewModel(waiting::add, Runnable::run);
        slow.show(KERNELS, Programs.softmax(), 0);
        assertThat(slow.textProperty().get()).contains("loop IR is being made");

        waiting.poll().run();
        assertThat(slow.textProperty().get()).contains("exp(x[i])");
    }
}
