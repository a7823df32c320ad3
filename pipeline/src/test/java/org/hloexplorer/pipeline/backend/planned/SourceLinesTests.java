package org.hloexplorer.pipeline.backend.planned;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class SourceLinesTests {

    private static String lines(String metadata) {
        var module = HloParser.parseOrThrow("""
                HloModule m
                body {
                  x = f32[4] parameter(0)
                  y = f32[4] negate(x)%s
                  ROOT z = f32[4] exponential(y), metadata={op_name="jit(f)/exp" source_file="model.py" source_line=9}
                }
                ENTRY main {
                  x = f32[4] parameter(0)
                  ROOT f = f32[4] fusion(x), kind=kLoop, calls=body
                }
                """.formatted(metadata));
        return SourceLines.of(module, module.entry().root());
    }

    @Test
    void linesOfAllThatIsFusedAreToldOnce() {
        assertThat(lines(", metadata={source_file=\"model.py\" source_line=7}"))
                .isEqualTo("from model.py:7, model.py:9");
        assertThat(lines("")).isEqualTo("from model.py:9");
    }
}
