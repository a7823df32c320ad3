package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.pipeline.backend.BackendException;
import org.junit.jupiter.api.Test;

final class GpuBackendTests {

    @Test
    void aLibraryThatIsNotThereIsReportedByName() {
        var driver = GpuProbe.probe("libno-such-driver.so.1", (_, _) -> "was asked");

        assertThat(driver.found()).isFalse();
        assertThat(driver).hasToString("libno-such-driver.so.1 is not on this machine");
    }

    @Test
    void aLibraryThatCannotAnswerIsReportedWithItsAnswer() {
        // The C library is everywhere, and knows nothing of devices.
        var driver = GpuProbe.probe("libc.so.6", (library, _) -> "has " + library.find("cuInit"));

        assertThat(driver).hasToString("libc.so.6 has Optional.empty");
    }

    @Test
    void compilingSaysWhatWasLookedFor() {
        var backend = new GpuBackend();

        assertThat(backend.device().isAvailable()).isFalse();
        assertThatThrownBy(() -> backend.compile(identity(), new Cancellation()))
                .hasMessageContaining("libcuda")
                .asInstanceOf(type(BackendException.class))
                .extracting(BackendException::kind)
                .isEqualTo(BackendException.Kind.DEVICE_MISSING);
    }

    private static HloModule identity() {
        var parameter = HloInstruction.of(0, "p", new HloOp.Parameter(0), Shape.array(PrimitiveType.F32, 4));
        var entry = new HloComputation(1, "main", List.of(parameter), 0);
        return new HloModule("m", ModuleAttributes.DEFAULT, StackFrames.NONE, List.of(entry), 1, 2);
    }
}
