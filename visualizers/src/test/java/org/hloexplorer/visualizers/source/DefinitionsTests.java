package org.hloexplorer.visualizers.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DefinitionsTests {
    private static final String TEXT = """
            HloModule m

            %sum (x: f32[], y: f32[]) -> f32[] {
              %x = f32[] parameter(0)
              %y = f32[] parameter(1)
              ROOT %r = f32[] add(%x, %y)
            }

            ENTRY %main (x: f32[8]) -> f32[] {
              %x = f32[8] parameter(0)
              %zero = f32[] constant(0)
              ROOT %r = f32[] reduce(%x, %zero), dimensions={0}, to_apply=%sum
            }
            """;

    private static int definition(String use) {
        return new Definitions(TEXT)
                .definitionOf(TEXT.lastIndexOf(use) + use.length() - 1)
                .orElse(-1);
    }

    @Test
    void looksInTheSameComputation() {
        assertThat(definition("reduce(%x")).isEqualTo(TEXT.lastIndexOf("%x = "));
    }

    @Test
    void findsComputations() {
        assertThat(definition("to_apply=%sum")).isEqualTo(TEXT.indexOf("%sum ("));
    }

    @Test
    void findsNothingForAttributes() {
        assertThat(definition("dimensions")).isEqualTo(-1);
    }
}
