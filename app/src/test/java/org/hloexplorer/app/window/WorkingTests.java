package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.fxmisc.richtext.CodeArea;
import org.hloexplorer.app.workbench.DeviceRun;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.tpu.view.Direction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asks why, edits, runs, watches and exports. */
final class WorkingTests extends WindowTest {

    @TempDir
    private Path folder;

    @Test
    void clickingAnEdgeShowsWhyItsEndsWereNotFused() {
        openSample("softmax");
        interact(() -> workbench().timeline().select("fusion"));
        settle();
        var after = Objects.requireNonNull(workbench().timeline().stepProperty().get())
                .after();
        int producer =
                after.entry().find("subtract_exponential_fusion").orElseThrow().id();
        int consumer = after.entry().find("reduce_sum.7").orElseThrow().id();
        interact(() -> window().stage().graphs().after().fit());
        var edge = window().stage()
                .graphs()
                .after()
                .boundsOfEdge(producer, consumer)
                .orElseThrow();

        clickOn(edge);
        settle();

        assertThat(workbench().selection().edgeProperty().get()).isNotNull();
        assertThat(lookup("#inspector").lookup(".label").queryAllAs(Label.class))
                .extracting(Label::getText)
                .anySatisfy(text -> assertThat(text).contains("not fused").contains("2 times instead of once"));
    }

    @Test
    void aRefusalIsOverruledAndKeptApartByHand() {
        openSample("softmax");
        interact(() -> workbench().timeline().select("fusion"));
        settle();
        selectEdge("exp.1", "reduce_sum.7");

        clickOn("#fusion-fuse");
        settle();

        assertThat(kernelNames()).contains("exponential_reduce_fusion").doesNotContain("reduce_sum.7");
        assertThat(workbench().log().lines().getLast().text()).contains("kernels 4 → 4");

        selectEdge("sub.7", "exp.1");
        clickOn("#fusion-keep-apart");
        settle();

        assertThat(kernelNames()).contains("exp.1").doesNotContain("subtract_exponential_fusion");

        clickOn("#fusion-by-rules");
        settle();

        assertThat(kernelNames()).doesNotContain("exp.1");
    }

    @Test
    void whatCannotBeFusedIsExplained() {
        openSample("attention_1head");
        interact(() -> workbench().timeline().select("fusion"));
        settle();
        selectEdge("dot_general.2", "multiply");

        clickOn("#fusion-fuse");
        settle();

        assertThat(workbench().log().lines())
                .anySatisfy(line ->
                        assertThat(line.text()).contains("cannot be fused").contains("dot does not run as a loop"));
    }

    /** Selects an edge of the module that the pass was given. */
    private void selectEdge(String producer, String consumer) {
        interact(() -> new WindowSteps(window()).perform("edge=" + producer + ">" + consumer));
        settle();
    }

    private List<String> kernelNames() {
        return Objects.requireNonNull(workbench().timeline().runProperty().get())
                .output()
                .entry()
                .instructions()
                .stream()
                .map(HloInstruction::name)
                .toList();
    }

    @Test
    void anEditShowsItsErrorAndRunsEverythingAgainOnceItIsMended() {
        openSample("tanh_axb");
        clickOn("#stage-editor");
        CodeArea area = find("#source");
        int at = area.getText().indexOf("tanh(%add.1)");

        interact(() -> area.replaceText(at, at + "tanh".length(), "tanh(%ad), tanh"));
        waitFor(() -> !window().stage().editor().model().problems().isEmpty());
        settle();

        assertThat(window().dock().inFrontProperty().get()).isEqualTo(Dock.Page.PROBLEMS);
        assertThat(window().stage().editor().model().problems())
                .anySatisfy(problem -> assertThat(problem.toText()).isNotBlank());

        interact(() -> area.replaceText(at, at + "tanh(%ad), tanh".length(), "negate"));
        waitFor(() -> workbench().program().sourceProperty().get().text().contains("negate(%add.1)"));
        settle();

        assertThat(window().stage().editor().model().problems()).isEmpty();
        assertThat(Objects.requireNonNull(workbench().timeline().runProperty().get())
                        .input()
                        .entry()
                        .root()
                        .op()
                        .mnemonic())
                .isEqualTo("negate");
    }

    @Test
    void codeForGpusIsThereToReadWithoutOne() {
        openSample("softmax");
        interact(() -> window().dock().bringToFront(Dock.Page.KERNELS));
        clickOn("#kernels-gpu");
        settle();
        clickOn("OpenCL C");
        settle();

        assertThat(code()).contains("kernel __attribute__");

        clickOn("PTX (sm_90)");
        settle();

        assertThat(code()).contains(".target sm_90");

        clickOn("#kernels-run");
        settle();

        assertThat(lookup("#kernels-compile").tryQuery()).isPresent();
    }

    private String code() {
        CodeArea area = find("#kernel-code");
        return area.getText();
    }

    @Test
    void oneOfSeveralGpusIsChosenByItsName() {
        var gpus = List.of(
                new DeviceDescription(DeviceKind.CPU, "Processor", null),
                new DeviceDescription(DeviceKind.GPU, 0, "First", null),
                new DeviceDescription(DeviceKind.GPU, 1, "Second", null));
        settle();
        interact(() -> window().run().model().setDevices(gpus));

        clickOn("#device").clickOn("GPU 1: Second");
        settle();

        assertThat(window().run().model().deviceProperty().get()).isEqualTo(gpus.get(2));

        interact(() -> window().run().model().setDevices(List.copyOf(gpus)));

        assertThat(window().run().model().deviceProperty().get()).isEqualTo(gpus.get(2));
    }

    @ParameterizedTest
    @EnumSource(
            value = DeviceKind.class,
            names = {"REFERENCE", "CPU", "TPU"})
    void aProgramRunsAndAgreesWithTheReference(DeviceKind device) {
        openSample("mlp_inference");

        interact(() -> window().commands().get("run." + device.text()).perform());
        settle();

        assertThat(finishedRun().device().kind()).isEqualTo(device);
        assertThat(finishedRun().agrees()).isTrue();
        assertThat(window().dock().inFrontProperty().get()).isEqualTo(Dock.Page.RUN);
    }

    @Test
    void aMissingDeviceIsExplained() {
        openSample("tanh_axb");

        interact(() -> window().commands().get("run.gpu").perform());
        settle();

        Label message = find("#run-message");
        assertThat(message.getText()).contains("libcuda");
    }

    @Test
    void theArrayCanBeSteppedAndPlayed() {
        openSample("attention_1head");
        interact(() -> window().dock().bringToFront(Dock.Page.TPU));
        clickOn("#tpu-simulate");
        settle();
        var model = window().tpu().view().model();

        assertThat(model.cycleProperty().get()).as("the first wave is half way").isEqualTo(16);

        interact(model::goToStart);
        assertThat(model.cycleProperty().get()).isZero();

        interact(() -> model.goTo(11));
        interact(() -> model.togglePlay(Direction.FORWARD));
        waitFor(() -> model.cycleProperty().get() > 12);
        interact(() -> model.togglePlay(Direction.FORWARD));

        assertThat(model.playingProperty().get()).isFalse();
    }

    @Test
    void aFileThatChangesIsReadAgainUnlessItWasEdited() throws Exception {
        var file = folder.resolve("double.hlo");
        Files.writeString(file, program("add(p, p)"));
        interact(() -> window().opening().open(file));
        settle();

        Files.writeString(file, program("multiply(p, p)"));
        waitFor(() -> rootMnemonic().equals("multiply"));
        settle();

        interact(() -> workbench().program().edit(program("subtract(p, p)")));
        settle();
        Files.writeString(file, program("divide(p, p)"));
        waitFor(() -> workbench().log().lines().getLast().text().contains("Your text is kept"));

        assertThat(rootMnemonic()).isEqualTo("subtract");
    }

    private static String program(String root) {
        return "HloModule m\nENTRY main {\n  p = f32[2] parameter(0)\n  ROOT r = f32[2] " + root + "\n}\n";
    }

    private String rootMnemonic() {
        var run = workbench().timeline().runProperty().get();
        return run == null ? "" : run.input().entry().root().op().mnemonic();
    }

    @Test
    void aFaultIsToldInTheLogOnce() {
        var faults = new Faults(workbench().log(), false);
        int before = workbench().log().lines().size();

        interact(() -> {
            faults.uncaughtException(Thread.currentThread(), new IllegalStateException("planted"));
            faults.uncaughtException(Thread.currentThread(), new IllegalStateException("planted"));
        });

        assertThat(workbench().log().lines()).hasSize(before + 1);
        assertThat(workbench().log().lines().getLast().text())
                .contains("planted")
                .contains("--debug");
    }

    @Test
    void decisionsAreExportedToAFile() throws Exception {
        var file = folder.resolve("decisions.csv");
        choose(file);
        openSample("softmax");
        interact(() -> window().dock().bringToFront(Dock.Page.DECISIONS));
        settle();

        clickOn("Export CSV");

        assertThat(Files.readString(file)).contains("fusion").contains("reduce_sum.7");
    }

    @Test
    void theThemeIsSwitched() {
        openSample("tanh_axb");

        clickOn("#button-theme");

        assertThat(window().appearance().kindProperty().get()).isEqualTo(Appearance.Kind.DARK);

        clickOn("#button-theme").press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);

        assertThat(window().appearance().kindProperty().get()).isEqualTo(Appearance.Kind.LIGHT);
    }

    private DeviceRun finishedRun() {
        var state = workbench().runs().stateProperty().get();
        assertThat(state).isInstanceOf(State.Finished.class);
        return ((State.Finished) state).run();
    }
}
