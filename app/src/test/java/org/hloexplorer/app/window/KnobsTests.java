package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import javafx.event.ActionEvent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.hloexplorer.app.workbench.ProgramSummary;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Test;

/** Turns the knobs of a pipeline in the window. */
final class KnobsTests extends WindowTest {

    @Test
    void fewerRegistersMakeMoreKernels() {
        openWithResources();
        int before = summary().kernelsAfter();

        write("lesson.registers", "2");

        assertThat(summary().kernelsAfter()).isGreaterThan(before);
        assertThat(this.<Label>find("#knobs-effect").getText())
                .startsWith("lesson.registers 16 → 2: kernels %d → %d,"
                        .formatted(before, summary().kernelsAfter()));
        interact(() -> this.<Button>find("#knobs-reset").fire());
        settle();
        assertThat(summary().kernelsAfter()).isEqualTo(before);
    }

    @Test
    void aSliderTurnsAKnobByKeyboardToo() {
        openWithResources();

        interact(() -> {
            Slider slider = find("#slide-lesson-registers");
            slider.requestFocus();
            slider.setValue(2);
        });
        press(KeyCode.LEFT).release(KeyCode.LEFT);
        settle();

        assertThat(workbench().timeline().settingsProperty().get().optionValues())
                .containsKey("lesson.registers");
    }

    @Test
    void whatIsNoValueIsRefusedWithAReason() {
        openWithResources();

        write("lesson.registers", "many");

        assertThat(this.<Label>find("#knobs-effect").getText()).contains("lesson.registers takes a whole number");
        assertThat(workbench().timeline().settingsProperty().get().optionValues())
                .doesNotContainKey("lesson.registers");
    }

    private void openWithResources() {
        openSample("gelu_erf");
        interact(() -> {
            workbench()
                    .timeline()
                    .change(settings ->
                            settings.withPipeline(Pipelines.named("resources").orElseThrow()));
            window().dock().bringToFront(Dock.Page.KNOBS);
        });
        settle();
    }

    private void write(String knob, String value) {
        interact(() -> {
            TextField field = find("#knob-" + knob.replace('.', '-'));
            field.setText(value);
            field.fireEvent(new ActionEvent());
        });
        settle();
    }

    private ProgramSummary summary() {
        return Objects.requireNonNull(workbench().timeline().summaryProperty().get());
    }
}
