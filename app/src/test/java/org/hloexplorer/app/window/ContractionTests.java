package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Has dots computed by oneDNN in the window, and finds it so again. */
final class ContractionTests extends WindowTest {
    @TempDir
    private Path folder;

    @Test
    void theChoiceRunsAndIsKeptInTheSession() throws IOException {
        openSample("mlp_inference");
        interact(() -> workbench()
                .timeline()
                .change(settings -> settings.withPipeline(Pipelines.named("cpu").orElseThrow())));
        settle();
        interact(() -> window().commands().get("run.cpu").perform());
        settle();
        assertThat(kernels()).extracting(KernelDescription::engine).noneMatch(engine -> engine.startsWith("oneDNN"));

        interact(() ->
                this.<ComboBox<ContractionEngine>>find("#run-contractions").setValue(ContractionEngine.ONEDNN));
        settle();

        assertThat(kernels())
                .extracting(KernelDescription::engine)
                .anyMatch(engine -> engine.startsWith("oneDNN matmul + bias + relu, "));
        assertThat(lookup("#run-remarks").lookup(".label").queryAllAs(Label.class))
                .extracting(Label::getText)
                .anyMatch(text -> text.contains("has 2 users, and a fused result only one"));

        var file = folder.resolve("mlp.hlox");
        choose(file);
        press(KeyCode.CONTROL, KeyCode.S).release(KeyCode.S, KeyCode.CONTROL);
        settle();
        assertThat(Files.readString(file)).contains("\"contractions\" : \"onednn\"");
        interact(() ->
                this.<ComboBox<ContractionEngine>>find("#run-contractions").setValue(ContractionEngine.GENERATED));
        settle();
        interact(() -> window().opening().open(file.toString()));
        settle();
        assertThat(workbench().runs().contractionsProperty().get()).isEqualTo(ContractionEngine.ONEDNN);
        assertThat(this.<ComboBox<ContractionEngine>>find("#run-contractions").getValue())
                .isEqualTo(ContractionEngine.ONEDNN);
    }

    private List<KernelDescription> kernels() {
        var state = workbench().runs().stateProperty().get();
        assertThat(state).isInstanceOf(State.Finished.class);
        var run = ((State.Finished) Objects.requireNonNull(state)).run();
        assertThat(run.agrees()).isTrue();
        return run.kernels();
    }
}
