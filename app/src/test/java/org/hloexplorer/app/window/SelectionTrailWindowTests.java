package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/** The inspector goes back and forth through what was selected, by button and by key. */
final class SelectionTrailWindowTests extends WindowTest {

    private void select(String name) {
        interact(() -> new WindowSteps(window()).perform("select=" + name));
        settle();
    }

    private String inspected() {
        return this.<Label>find("#inspector-subtitle").getText();
    }

    @Test
    void theInspectorGoesBackAndForth() {
        openSample("softmax");
        interact(() -> workbench().timeline().select(0));
        settle();
        assertThat(this.<Button>find("#select-back").isDisabled()).isTrue();
        select("exp.1");
        select("sub.7");
        assertThat(inspected()).isEqualTo("%sub.7");

        clickOn("#select-back");
        settle();
        assertThat(inspected()).isEqualTo("%exp.1");
        assertThat(this.<Button>find("#select-back").isDisabled()).isTrue();
        assertThat(this.<Button>find("#select-forward").isDisabled()).isFalse();

        push(KeyCode.ALT, KeyCode.RIGHT);
        settle();
        assertThat(inspected()).isEqualTo("%sub.7");
        push(KeyCode.ALT, KeyCode.LEFT);
        settle();
        assertThat(inspected()).isEqualTo("%exp.1");
    }

    @Test
    void anotherProgramForgetsTheTrail() {
        openSample("softmax");
        interact(() -> workbench().timeline().select(0));
        settle();
        select("exp.1");
        select("sub.7");
        openSample("softmax");
        assertThat(this.<Button>find("#select-back").isDisabled()).isTrue();
    }
}
