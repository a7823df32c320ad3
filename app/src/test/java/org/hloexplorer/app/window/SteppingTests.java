package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javafx.event.ActionEvent;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Step;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens programs and steps through their passes. */
final class SteppingTests extends WindowTest {

    @TempDir
    private Path folder;

    @Test
    void aFileIsOpenedByItsButtonAndCompiled() throws IOException {
        choose(Files.writeString(folder.resolve("small.hlo"), """
                HloModule small
                ENTRY main {
                  p = f32[8] parameter(0)
                  n = f32[8] negate(p)
                  ROOT e = f32[8] exponential(n)
                }
                """));

        clickOn("#button-open");
        settle();

        assertThat(workbench().program().sourceProperty().get().name()).endsWith("small.hlo");
        assertThat(text("#status-summary")).contains("small").contains("3 → ");
        assertThat(step().version()).as("the first pass that changed something").isPositive();
        assertThat(text("#stage-heading")).startsWith("fusion: 1 rewrite");
    }

    @Test
    void aDumpFolderIsATimeline() throws IOException {
        var text = """
                HloModule jit_f
                ENTRY main {
                  p = f32[8] parameter(0)
                  n = f32[8] negate(p)
                  ROOT %s
                }
                """;
        Files.writeString(
                folder.resolve("module_0000.jit_f.before_optimizations.txt"), text.formatted("m = f32[8] negate(n)"));
        Files.writeString(
                folder.resolve("module_0000.jit_f.0000.simplification.after_algsimp.before_dce.txt"),
                text.formatted("e = f32[8] exponential(n)"));
        choose(folder);

        interact(() -> window().commands().get("open.folder").perform());
        settle();

        assertThat(run().lineage()).isEqualTo(PipelineRun.Lineage.GUESSED);
        assertThat(run().runs()).singleElement().satisfies(pass -> {
            assertThat(pass.pipeline()).isEqualTo("simplification");
            assertThat(pass.pass()).isEqualTo("algsimp");
            assertThat(pass.status()).isEqualTo(PassStatus.CHANGED);
        });
        assertThat(text("#stage-heading")).startsWith("algsimp");
    }

    @Test
    void keysStepThroughPassesAndRewrites() {
        openSample("softmax");
        var changing = run().runs().stream().filter(PassRun::isChanging).toList();

        assertThat(text("#stage-heading")).startsWith(changing.get(0).pass() + ": ");

        clickOn("#timeline");
        interact(() -> workbench().timeline().select(changing.get(0).index() + 1));
        press(KeyCode.SHIFT, KeyCode.RIGHT).release(KeyCode.RIGHT, KeyCode.SHIFT);
        settle();

        assertThat(text("#stage-heading")).startsWith(changing.get(1).pass() + ": ");

        press(KeyCode.DOWN).release(KeyCode.DOWN);
        settle();

        assertThat(text("#stage-heading")).startsWith(changing.get(1).pass() + ", rewrite 1 of ");
        assertThat(step().rewrite()).isZero();

        press(KeyCode.LEFT).release(KeyCode.LEFT);
        settle();

        assertThat(step().version()).isEqualTo(changing.get(1).index());
        assertThat(step().rewrite()).isNull();
    }

    @Test
    void aPassThatIsSwitchedOffLeavesItsWorkUndone() {
        openSample("softmax");
        interact(() -> workbench().timeline().select("fusion"));
        clickOn("#timeline");
        interact(() -> workbench().timeline().select("fusion"));

        press(KeyCode.T).release(KeyCode.T);
        settle();

        assertThat(run().runs()).anyMatch(pass -> pass.pass().equals("fusion") && pass.status() == PassStatus.OFF);
        assertThat(text("#stage-heading")).isEqualTo("fusion is switched off");

        press(KeyCode.T).release(KeyCode.T);
        settle();

        assertThat(text("#stage-heading")).startsWith("fusion: ");
    }

    @Test
    void whatIsSwitchedOnCanBeSavedAsAPipeline() {
        openSample("softmax");
        interact(() -> workbench().timeline().change(settings -> settings.togglingPass("fusion")));
        settle();
        MenuButton menu = find("#pipeline");
        var field = field(menu, "pipeline-save-item");

        interact(() -> {
            field.setText("without-fusion");
            field.fireEvent(new ActionEvent());
        });
        settle();

        assertThat(menu.getText()).isEqualTo("without-fusion pipeline");
        assertThat(run().runs()).extracting(PassRun::pass).contains("cse").doesNotContain("fusion");

        interact(() -> {
            field.setText("cpu");
            field.fireEvent(new ActionEvent());
        });

        assertThat(field.getPromptText()).contains("is a pipeline of this program");
    }

    @Test
    void passesCanBeCheckedAsTheyRun() {
        openSample("softmax");
        MenuButton menu = find("#pipeline");

        interact(() -> menu.getItems().stream()
                .filter(item -> "pipeline-verify".equals(item.getId()))
                .findFirst()
                .orElseThrow()
                .fire());
        settle();

        assertThat(workbench().timeline().settingsProperty().get().verify()).isTrue();
        assertThat(run().runs()).noneMatch(pass -> pass.status() == PassStatus.FAILED);
        assertThat(workbench().log().lines()).anyMatch(line -> line.text().contains("checked after each"));
    }

    @Test
    void rulesAndKnobsCanBeChanged() {
        openSample("softmax");
        MenuButton menu = find("#pipeline");
        var field = field(menu, "pipeline-change-item");
        var rule = run().runs().stream()
                .flatMap(pass -> pass.rewrites().stream())
                .map(PassEvent.Rewritten::rule)
                .findFirst()
                .orElseThrow();

        interact(() -> {
            field.setText(rule);
            field.fireEvent(new ActionEvent());
        });
        settle();

        assertThat(run().runs().stream().flatMap(pass -> pass.rewrites().stream()))
                .noneMatch(made -> made.rule().equals(rule));
        interact(menu::show);
        assertThat(menu.getItems()).anyMatch(item -> ("Rule " + rule + " is off").equals(item.getText()));
        interact(() -> {
            menu.hide();
            field.setText("fusion.max-reductions=no");
            field.fireEvent(new ActionEvent());
        });

        assertThat(field.getPromptText()).contains("takes a whole number");
    }

    private static TextField field(MenuButton menu, String id) {
        return menu.getItems().stream()
                .filter(item -> id.equals(item.getId()))
                .map(item -> (TextField) ((CustomMenuItem) item).getContent())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void panelsCanBePutAway() {
        openSample("softmax");
        Region dock = find("#dock");

        press(KeyCode.CONTROL, KeyCode.DIGIT4).release(KeyCode.DIGIT4, KeyCode.CONTROL);

        assertThat(dock.getScene()).isNull();

        press(KeyCode.CONTROL, KeyCode.DIGIT4).release(KeyCode.DIGIT4, KeyCode.CONTROL);

        assertThat(dock.getScene()).isNotNull();
    }

    @Test
    void theSearchFieldFindsAndPerforms() {
        openSample("softmax");

        press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        write("layernorm").press(KeyCode.ENTER).release(KeyCode.ENTER);
        settle();

        assertThat(workbench().program().sourceProperty().get().name()).isEqualTo("sample:layernorm");
    }

    @Test
    void theShortcutsAreShownAndPutAway() {
        openSample("tanh_axb");

        clickOn("#button-shortcuts");

        assertThat(lookup("#shortcuts").tryQuery()).isPresent();
        assertThat(lookup("Next pass").tryQuery()).isPresent();

        press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);

        assertThat(lookup("#shortcuts").tryQuery()).isEmpty();
    }

    private PipelineRun run() {
        return Objects.requireNonNull(workbench().timeline().runProperty().get());
    }

    private Step step() {
        return Objects.requireNonNull(workbench().timeline().stepProperty().get());
    }

    private String text(String query) {
        Label label = find(query);
        return label.getText();
    }
}
