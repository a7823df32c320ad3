package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.roofline.RoofCheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels whose limit one knows reach it: on a machine that does nothing else, with {@code -Pquiet}. */
@Tag("quiet")
final class RoofCheckTests {

    @Test
    void streamLikeKernelsAndTheProductReachTheirRoofs(@TempDir Path folder) throws Exception {
        try (var devices = new Devices()) {
            var ceilings = new Ceilings(devices, folder);
            ceilings.get(Progress.unwatched());
            var roofs = Ceilings.roofs(ceilings.refresh(Progress.unwatched()), 1);
            var options = new RunOptions(15, 1, Duration.ofMinutes(2));

            var results = new RoofCheck(devices.cpuKernelByKernel(), roofs, options).run(new Cancellation());

            results.forEach(each -> System.out.println(each.toText()));
            assertThat(results)
                    .allSatisfy(
                            each -> assertThat(each.holds()).as(each.toText()).isTrue());
        }
    }
}
