package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class LineNamesTests {

    @Test
    void placesGetTheNamesOfTheirLines() {
        var assembly = "\t.loc\t1 4 1\n\tmov.u32 %r1, %tid.x;\n\t.loc\t1 9 1\n";

        assertThat(LineNames.added(assembly, Map.of(4, "tanh.1")))
                .isEqualTo("\t.loc\t1 4 1  // %tanh.1\n\tmov.u32 %r1, %tid.x;\n\t.loc\t1 9 1\n");
    }
}
