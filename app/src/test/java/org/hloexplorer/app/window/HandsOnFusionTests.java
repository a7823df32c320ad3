package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moves operations across the boundaries of fusions: by dragging, by the menu, by keys. */
final class HandsOnFusionTests extends WindowTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        openSample("softmax");
        interact(() -> {
            window().panels().toggle(Panels.Panel.DOCK);
            workbench().timeline().select("fusion");
        });
        settle();
        fit();
    }

    private void fit() {
        interact(() -> window().stage().graphs().after().fit());
        settle();
    }

    @Test
    void aConsumerDraggedIntoTheKernelOfItsProducerIsFusedWithIt() {
        drag(boxOf("reduce_sum.7"), boxOf("exp.1"));

        assertThat(kernelNames()).contains("exponential_reduce_fusion").doesNotContain("reduce_sum.7");
        assertThat(effect()).contains("%exp.1 into %reduce_sum.7, fused").contains("kernels 4 → 4");
        assertThat(attributes("exp.1")).contains("force_fuse=\"reduce_sum.7\"");
    }

    @Test
    void anOperationDraggedOutOfItsFusionIsAKernelByItself() {
        var hull = boxOf("subtract_exponential_fusion");

        drag(boxOf("sub.7"), new BoundingBox(hull.getMinX() - 25, hull.getMinY() + 30, 0, 0));

        assertThat(kernelNames()).contains("exp.1").doesNotContain("subtract_exponential_fusion");
        assertThat(effect()).contains("%sub.7 into %exp.1, kept apart").contains("kernels 4 → 5");
        assertThat(attributes("sub.7")).contains("dont_fuse=\"exp.1\"");
    }

    @Test
    void whatWouldMakeACycleIsRefusedAndExplainedBeforeItIsDropped() {
        moveTo(boxOf("reduce_max.7")).press(MouseButton.PRIMARY);
        moveTo(boxOf("broadcast_divide_fusion"));
        settle();
        Label sentence = find("#graph-after #drag-sentence");

        assertThat(sentence.isVisible()).isTrue();
        assertThat(sentence.getText()).contains("cannot be one kernel").contains("cycle");

        release(MouseButton.PRIMARY);
        settle();

        assertThat(sentence.isVisible()).isFalse();
        assertThat(workbench().fusionChoices().chosen()).isEmpty();
        assertThat(workbench().log().lines().getLast().text()).contains("cycle");
    }

    @Test
    void theMenuOfAnOperationTakesItOutAndPutsItBack() {
        rightClickOn(boxOf("sub.7"));
        clickOn("#choice-out");
        settle();

        assertThat(kernelNames()).contains("exp.1");

        fit();
        rightClickOn(boxOf("sub.7"));
        clickOn("#choice-by-rules");
        settle();

        assertThat(kernelNames()).contains("exp.1");
        assertThat(workbench().fusionChoices().chosen()).hasSize(1);
    }

    @Test
    void keysFuseAndPartTheSelectedEdge() {
        interact(() -> new WindowSteps(window()).perform("edge=exp.1>reduce_sum.7"));
        settle();

        push(KeyCode.J);
        settle();
        assertThat(kernelNames()).doesNotContain("reduce_sum.7");

        push(KeyCode.X);
        settle();
        assertThat(kernelNames()).contains("reduce_sum.7");
        assertThat(attributes("exp.1")).contains("dont_fuse=\"reduce_sum.7\"");

        push(KeyCode.R);
        settle();
        assertThat(workbench().fusionChoices().chosen()).isEmpty();
        assertThat(attributes("exp.1")).isEmpty();
    }

    @Test
    void whatIsScheduledByHandIsRefusedAndSaysSo() throws IOException {
        openProgram("""
                HloModule scheduled

                ENTRY main {
                  x = f32[4] parameter(0)
                  e = f32[4] exponential(x)
                  n = f32[4] negate(x), control-predecessors={e}
                  ROOT r = f32[4] add(n, e)
                }
                """);

        drag(boxOf("n"), boxOf("r"));

        assertThat(effect()).contains("%n has control dependencies: they fix when it runs", "(scheduling)");
        assertThat(kernelNames()).contains("n", "r");
    }

    @Test
    void whatReadsABufferThatIsOverwrittenIsRefusedAndSaysSo() throws IOException {
        openProgram("""
                HloModule in_place

                ENTRY main {
                  x = f32[4,4] parameter(0)
                  u = f32[2,4] parameter(1)
                  i = s32[] constant(1)
                  j = s32[] constant(0)
                  s = f32[2,4] slice(x), slice={[0:2], [0:4]}
                  a = f32[2,4] add(s, u)
                  ROOT r = f32[4,4] dynamic-update-slice(x, a, i, j)
                }
                """);

        drag(boxOf("s"), boxOf("a"));

        assertThat(effect()).contains("%s cannot be fused into").contains("reads the buffer that");
        assertThat(kernelNames()).contains("s");
    }

    private void openProgram(String text) throws IOException {
        var file = Files.writeString(folder.resolve("program.hlo"), text);
        interact(() -> {
            workbench().timeline().change(_ -> PipelineSettings.of(Passes.REGISTRY.pipelineOf("fusion")));
            window().opening().open(file);
        });
        settle();
        interact(() -> workbench().timeline().select("fusion"));
        settle();
        fit();
    }

    private void drag(Bounds from, Bounds to) {
        moveTo(from).press(MouseButton.PRIMARY).moveTo(to).release(MouseButton.PRIMARY);
        settle();
    }

    private Bounds boxOf(String name) {
        return window().stage()
                .graphs()
                .after()
                .boundsOf(instruction(name).id())
                .orElseThrow();
    }

    private HloInstruction instruction(String name) {
        return module().computations().stream()
                .flatMap(each -> each.find(name).stream())
                .findFirst()
                .orElseThrow();
    }

    private HloModule module() {
        return Objects.requireNonNull(workbench().timeline().stepProperty().get())
                .after();
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

    private String attributes(String name) {
        return Objects.requireNonNull(workbench().timeline().runProperty().get())
                .input()
                .entry()
                .find(name)
                .map(each -> each.annotations().frontendAttributes())
                .orElseThrow()
                .entrySet()
                .stream()
                .map(each -> "%s=\"%s\"".formatted(each.getKey(), each.getValue()))
                .reduce("", String::concat);
    }

    private String effect() {
        return workbench().fusionChoices().effectProperty().get();
    }
}
