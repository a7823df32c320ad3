package org.hloexplorer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PipelineTextTests {

    static Iterable<HloPassPipeline> pipelines() {
        return Pipelines.ALL;
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void everyPipelineIsReadBackAsItWas(HloPassPipeline pipeline) {
        var read = PipelineText.parse(pipeline.name(), PipelineText.print(pipeline), Passes.REGISTRY);
        assertThat(read.passes()).isEqualTo(pipeline.passes());
        assertThat(read.effects()).isEqualTo(pipeline.effects());
        assertThat(PipelineText.print(read).lines().skip(1))
                .containsExactlyElementsOf(
                        PipelineText.print(pipeline).lines().skip(1).toList());
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> PipelineText.parse("mine", "algsmp\n", Passes.REGISTRY))
                .hasMessage("there is no pass 'algsmp', did you mean 'algsimp'?");
        assertThatThrownBy(() -> PipelineText.parse("mine", "algsimp fast\n", Passes.REGISTRY))
                .hasMessage("'fast' behind algsimp is no option: write name=value");
        assertThatThrownBy(() -> PipelineText.parse("mine", "algsimp\n  cse\n", Passes.REGISTRY))
                .hasMessage("line 2 ('cse') is indented, but belongs to no group");
    }

    @Test
    void whatIsSwitchedOffIsLeftOut() {
        var settings = PipelineSettings.of(Pipelines.TEACHING).withDisabledPasses(Set.of("simplification", "dce#2"));
        assertThat(settings.remainingPipeline().passes())
                .extracting(PassStep::name)
                .containsExactly("call-inliner", "tuple-simplifier", "cse", "dce", "layout-assignment", "fusion");
    }

    @Test
    void whatOthersCountOnIsMissed() {
        var settings = PipelineSettings.of(Pipelines.TEACHING).withDisabledPasses(Set.of("call-inliner"));
        assertThat(settings.missedByOthers(Passes.REGISTRY.constraints()))
                .containsExactly("call-inliner is switched off, which fusion after it counts on: "
                        + "instructions on the two sides of a call are never fused with each other");
    }
}
