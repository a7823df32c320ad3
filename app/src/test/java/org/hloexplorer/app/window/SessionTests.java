package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.input.KeyCode;
import org.hloexplorer.app.workbench.FusionChoices.Choice;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saves what is looked at, looks at something else, and comes back. */
final class SessionTests extends WindowTest {
    private static final Pair FUSED = new Pair("exp.1", "reduce_sum.7");
    private static final Pair APART = new Pair("sub.7", "exp.1");

    @TempDir
    private Path folder;

    @Test
    void wishesLimitsStepAndSelectionComeBack() throws IOException {
        openSample("softmax");
        interact(() -> {
            workbench().fusionChoices().choose(FUSED, Choice.FUSE);
            workbench().fusionChoices().choose(APART, Choice.KEEP_APART);
            workbench().timeline().change(settings -> settings.withOption("fusion.max-copies", "3"));
        });
        settle();
        interact(() -> {
            workbench().timeline().select("fusion");
            new WindowSteps(window()).perform("select=exp.1");
        });
        settle();
        int version = version();
        var kernels = kernelNames();
        assertThat(kernels).contains("exponential_reduce_fusion", "exp.1");
        var file = folder.resolve("softmax.hlox");
        choose(file);

        press(KeyCode.CONTROL, KeyCode.S).release(KeyCode.S, KeyCode.CONTROL);
        settle();
        assertThat(Files.readString(file)).contains("\"fusion.force\" : \"exp.1>reduce_sum.7\"", "\"format\" : 1");

        openSample("tanh_axb");
        interact(() -> {
            workbench().fusionChoices().choose(FUSED, Choice.BY_RULES);
            workbench().fusionChoices().choose(APART, Choice.BY_RULES);
        });
        settle();
        assertThat(workbench().fusionChoices().chosen()).isEmpty();

        interact(() -> window().opening().open(file.toString()));
        settle();

        assertThat(workbench().fusionChoices().chosen()).containsExactly(FUSED, APART);
        assertThat(workbench().timeline().settingsProperty().get().optionValues())
                .containsEntry("fusion.max-copies", "3");
        assertThat(version()).isEqualTo(version);
        assertThat(kernelNames()).isEqualTo(kernels);
        assertThat(selectedName()).isEqualTo("exp.1");
    }

    @Test
    void aFileThatIsNoneSaysSoAndLeavesWhatIsOpen() throws IOException {
        openSample("tanh_axb");
        var broken = Files.writeString(folder.resolve("broken.hlox"), "{\"format\": 1, \"pipeline\": \"warp\"");

        interact(() -> window().opening().open(broken));
        settle();

        assertThat(workbench().log().lines().getLast().text()).contains("broken.hlox is no session");
        assertThat(workbench().program().sourceProperty().get().name()).isEqualTo("sample:tanh_axb");
    }

    @Test
    void oneOfALaterVersionIsRefused() throws IOException {
        var later = Files.writeString(folder.resolve("later.hlox"), """
                {"format": 99, "name": "n", "text": "", "pipeline": "cpu", "disabled_passes": [], "enabled_only": [],
                 "disabled_rules": [], "options": {}, "skipped_rewrites": [], "verify": false, "step": 0}
                """);

        interact(() -> window().opening().open(later));
        settle();

        assertThat(workbench().log().lines().getLast().text()).contains("written by a later version");
    }

    private int version() {
        return Objects.requireNonNull(workbench().timeline().stepProperty().get())
                .version();
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

    private String selectedName() {
        var path = Objects.requireNonNull(workbench().selection().pathProperty().get());
        return workbench()
                .module(path)
                .flatMap(module -> module.findInstruction(Objects.requireNonNull(path.instructionId())))
                .map(HloInstruction::name)
                .orElse("");
    }
}
