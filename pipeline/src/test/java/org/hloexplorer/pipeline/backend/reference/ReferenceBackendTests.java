package org.hloexplorer.pipeline.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.junit.jupiter.api.Test;

final class ReferenceBackendTests {
    private static final Shape FLOATS = Shape.array(PrimitiveType.F32, 2);

    @Test
    void runsAProgramByItsDefinition() throws Exception {
        try (var executable = new ReferenceBackend().compile(doubling(), new Cancellation())) {
            var result = executable.run(
                    List.of(Literal.ofFloats(new float[] {1, 2}, 2)),
                    new RunOptions(3, 1, Duration.ofSeconds(10)),
                    new Cancellation());

            assertThat(result.output().doubleAt(1)).isEqualTo(4);
            assertThat(result.profile().whole().runs()).isEqualTo(3);
        }
    }

    @Test
    void saysWhenTheTimeIsUp() {
        var executable = new ReferenceBackend().compile(doubling(), new Cancellation());

        assertThatThrownBy(() -> executable.run(
                        List.of(Literal.ofFloats(new float[] {1, 2}, 2)),
                        new RunOptions(Integer.MAX_VALUE >> 8, 1, Duration.ofMillis(50)),
                        new Cancellation()))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("was not done after 0 s");
    }

    private static HloModule doubling() {
        var parameter = HloInstruction.of(1, "x", new HloOp.Parameter(0), FLOATS);
        var sum = HloInstruction.of(2, "sum", new HloOp.Plain(HloOpcode.ADD), FLOATS, 1, 1);
        var entry = new HloComputation(3, "main", List.of(parameter, sum), 2);
        return new HloModule("doubling", ModuleAttributes.DEFAULT, StackFrames.NONE, List.of(entry), 3, 4);
    }
}
