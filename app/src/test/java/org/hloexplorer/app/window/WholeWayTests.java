package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.roofline.Stage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real programs go the whole way in the window: load, step, ask why, run, roofline. */
final class WholeWayTests extends WindowTest {

    @ParameterizedTest
    @ValueSource(strings = {"tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head"})
    void aProgramGoesTheWholeWay(String sample) {
        openSample(sample);
        assertThat(window().stage().editor().model().problems()).isEmpty();

        var run = Objects.requireNonNull(workbench().timeline().runProperty().get());
        assertThat(run.runs()).filteredOn(PassRun::isChanging).isNotEmpty();
        stepThroughAllVersions(run);
        assertThat(whyIsTheRootAsItIs(run)).isNotEmpty();

        for (var device : List.of("reference", "cpu", "tpu")) {
            assertThat(runOn(device))
                    .as(device)
                    .isInstanceOfSatisfying(
                            State.Finished.class,
                            finished -> assertThat(finished.run().agrees()).isTrue());
        }
        runOn("gpu");
        Label message = find("#run-message");
        assertThat(message.getText()).contains("libcuda");

        interact(() -> window().commands().get("roofline").perform());
        settle();
        var roofline =
                Objects.requireNonNull(workbench().roofline().dataProperty().get());
        assertThat(roofline.stages()).extracting(Stage::name).containsExactly("before fusion", "after fusion");
        assertThat(roofline.trails()).isNotEmpty();
    }

    private void stepThroughAllVersions(PipelineRun run) {
        for (int version = 0; version < run.versions(); version++) {
            int wanted = version;
            interact(() -> workbench().timeline().select(wanted));
            settle();
            assertThat(Objects.requireNonNull(
                                    workbench().timeline().stepProperty().get())
                            .version())
                    .isEqualTo(version);
        }
    }

    private List<String> whyIsTheRootAsItIs(PipelineRun run) {
        int version = run.versions() - 1;
        var entry = run.version(version).entry();
        interact(() ->
                workbench().selection().pathProperty().set(HloPath.toInstruction(version, entry.id(), entry.rootId())));
        settle();
        return lookup("#inspector").lookup(".label").queryAllAs(Label.class).stream()
                .map(Label::getText)
                .filter(text -> text.contains("Decided by"))
                .toList();
    }

    private State runOn(String device) {
        interact(() -> window().commands().get("run." + device).perform());
        settle();
        return workbench().runs().stateProperty().get();
    }
}
