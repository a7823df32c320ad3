package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.pipeline.worker.KernelSource;
import org.junit.jupiter.api.Test;

final class BuildLogTests {
    private static final KernelSource SOURCE = new KernelSource("y", "y_0", """
            kernel void y_0(global float* out_y) {
                out_y[0] = nothing;                 // %y
            }
            """);

    @Test
    void errorsComeWithTheLineOfTheKernelThatTheyAreAbout() {
        var log = "y_0:2:16: error: use of undeclared identifier 'nothing'\n1 error generated.";

        assertThat(new BuildLog(log, SOURCE).withLines())
                .isEqualTo("use of undeclared identifier 'nothing' in line 2, `out_y[0] = nothing; // %y`");
    }

    @Test
    void errorsOfNvidiasAssemblerDoToo() {
        var log = "ptxas application ptx input, line 2; error   : Unknown symbol 'nothing'\nptxas fatal : aborted";

        assertThat(new BuildLog(log, SOURCE).withLines())
                .isEqualTo("Unknown symbol 'nothing' in line 2, `out_y[0] = nothing; // %y`");
    }

    @Test
    void aLogOfAnotherFormIsShownAsItIs() {
        assertThat(new BuildLog("fatal: no compiler\nsorry", SOURCE).withLines())
                .isEqualTo("fatal: no compiler; sorry");
    }
}
