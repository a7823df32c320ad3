package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Test;

final class SettingChangeTests {
    private static final PipelineSettings PLAIN = PipelineSettings.of(Pipelines.CPU);

    private static PipelineSettings apply(String text, PipelineSettings settings) {
        return SettingChange.apply(text, settings, Passes.REGISTRY);
    }

    @Test
    void aRuleIsSwitchedOffAndOnAgain() {
        var off = apply("add-zero", PLAIN);

        assertThat(off.disabledRules()).containsExactly("add-zero");
        assertThat(apply("add-zero", off)).isEqualTo(PLAIN);
    }

    @Test
    void aKnobIsSetAndGivenUp() {
        var set = apply("fusion.max-reductions = 2", PLAIN);

        assertThat(set.optionValues()).containsEntry("fusion.max-reductions", "2");
        assertThat(SettingChange.withoutKnob("fusion.max-reductions", set)).isEqualTo(PLAIN);
    }

    @Test
    void whatThereIsNotIsSaid() {
        assertThatThrownBy(() -> apply("ad-zero", PLAIN))
                .hasMessage("There is no rule 'ad-zero'. Did you mean 'add-zero'? A knob is set by name=value.");
        assertThatThrownBy(() -> apply("fusion.max-reductons=2", PLAIN))
                .hasMessageContaining("did you mean 'fusion.max-reductions'?");
        assertThatThrownBy(() -> apply("fusion.max-reductions=-2", PLAIN))
                .hasMessage("fusion.max-reductions takes a number from 0 on, not -2");
    }
}
