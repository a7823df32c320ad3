package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.pipeline.backend.cpu.Turns;
import org.hloexplorer.roofline.RoofCheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kernels whose limit one knows reach it: on a machine that does nothing else, with {@code -Pquiet}. */
@Tag("quiet")
final class RoofCheckTests {

    @Test
    void streamLikeKernelsAndTheProductReachTheirRoofs() throws Exception {
        try (var devices = new Devices()) {
            var turns = new Turns(devices.worker(), 25);

            var results =
                    new RoofCheck(devices.cpuKernelByKernel(), turns, Duration.ofMinutes(2)).run(new Cancellation());

            results.forEach(each -> System.out.println(each.toText()));
            assertThat(results)
                    .allSatisfy(
                            each -> assertThat(each.holds()).as(each.toText()).isTrue());
        }
    }
}
