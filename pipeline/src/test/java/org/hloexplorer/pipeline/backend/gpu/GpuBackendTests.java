package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.Objects;
import java.util.function.Consumer;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OpenCl.Shared.class)
final class GpuBackendTests {
    private static final HloModule DOUBLING = HloParser.parseOrThrow("""
            HloModule doubling
            ENTRY main {
              x = f32[1000] parameter(0)
              ROOT y = f32[1000] add(x, x)
            }
            """);

    /** A worker on a machine without a loader of drivers. */
    private static void withoutLoader(Consumer<GpuBackend> test) {
        System.setProperty("hlox.opencl.library", "libno-such-loader.so.1");
        try (var worker = new Worker()) {
            test.accept(new GpuBackend(worker));
        } finally {
            System.clearProperty("hlox.opencl.library");
        }
    }

    @Test
    void withoutALoaderTheReasonSaysWhatWasLookedFor() {
        withoutLoader(backend -> {
            assertThat(backend.device().isAvailable()).isFalse();
            assertThat(backend.device().missing()).contains("libno-such-loader.so.1", "libcuda", "--device=cpu");
            assertThat(backend.devices())
                    .extracting(DeviceDescription::isAvailable)
                    .containsOnly(false);
            assertThatThrownBy(() -> backend.compile(DOUBLING, new Cancellation()))
                    .hasMessageContaining("libno-such-loader.so.1")
                    .asInstanceOf(type(BackendException.class))
                    .extracting(BackendException::kind)
                    .isEqualTo(BackendException.Kind.DEVICE_MISSING);
        });
    }

    @Test
    void aNumberBeyondTheDevicesIsAnsweredWithThoseThereAre(OpenCl device) {
        var backend = new GpuBackend(device.worker(), 99);

        assertThat(backend.device().missing()).contains("no GPU 99", "0 to");
    }

    @Test
    void timesAndTransfersAreToldApart(OpenCl device) throws BackendException {
        try (var executable = device.backend().compile(DOUBLING, new Cancellation())) {
            var profile = executable
                    .run(GeneratedInputs.of(DOUBLING, 1), RunOptions.ONCE, new Cancellation())
                    .profile();

            assertThat(profile.kernels())
                    .singleElement()
                    .satisfies(
                            kernel -> assertThat(kernel.timing().medianNanos()).isPositive());
            var transfers = Objects.requireNonNull(profile.transfers());
            assertThat(transfers.bytesIn()).isEqualTo(4000);
            assertThat(transfers.bytesOut()).isEqualTo(4000);
            assertThat(transfers.nanosIn()).isPositive();
        }
    }

    @Test
    void theCodeThatIsShownNamesInstructionsLineByLine(OpenCl device) throws BackendException {
        try (var executable = device.backend().compile(DOUBLING, new Cancellation())) {
            var code = executable.kernels().getFirst().code().stream()
                    .filter(listing -> listing.stage().equals("OpenCL C"))
                    .findFirst()
                    .orElseThrow()
                    .text();

            assertThat(code)
                    .contains("kernel", "global const float* restrict in_x", "out_y[i] = v1;")
                    .containsPattern("v0 \\+ v0;\\s+// %y");
        }
    }

    @Test
    void moreMemoryThanTheDeviceHasIsRefusedWithBothNumbers(OpenCl device) {
        var module = HloParser.parseOrThrow("""
                HloModule large
                ENTRY main {
                  x = f32[] parameter(0)
                  ROOT y = f32[100000,1000000] broadcast(x), dimensions={}
                }
                """);

        assertThatThrownBy(() -> device.backend().compile(module, new Cancellation()))
                .isInstanceOf(BackendException.class)
                .hasMessageMatching(
                        "the program needs 400\\.\\d\\d GB for its arrays, and .* gives a program .* GB in one piece");
    }
}
