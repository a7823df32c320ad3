package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.driver.DeviceSession.BuildFailure;
import org.hloexplorer.pipeline.driver.DeviceSession.Source;
import org.hloexplorer.pipeline.driver.DeviceSession.Unit;
import org.junit.jupiter.api.Test;

/** The binding of NVIDIA's driver, against one that is written for these tests. */
final class CudaTests {
    private final FakeCuda cuda = FakeCuda.doubling();
    private final List<String> findings = new ArrayList<>();

    private static Source source(String text) {
        return new Source("", List.of(new Unit("twice", text)), "");
    }

    @Test
    void devicesAreDescribedAsTheDriverDoes() {
        var device = CudaDevices.find(cuda.driver(), findings).getFirst().device();

        assertThat(device.description()).isEqualTo("Test GPU, 4 compute units, 0.0 GB, CUDA 12.8 (PTX)");
        assertThat(device.extensions()).containsExactly("sm_90");
        assertThat(device.groupSize()).isEqualTo(1024);
        assertThat(device.hasDoubles()).isTrue();
        assertThat(findings).isEmpty();
    }

    @Test
    void aKernelIsLoadedLaunchedAndTimed() throws BuildFailure {
        try (var session = cuda.session();
                var arena = Arena.ofConfined()) {
            var program = session.build(source(".visible .entry twice(...)"));
            assertThat(program.log("twice")).isEqualTo("ptxas info : Used 10 registers");
            var memory = session.buffer(1024);
            var kernel = session.kernel(program, "twice");
            session.setArgument(kernel, 0, session.part(memory, 0, 256));
            session.setArgument(kernel, 1, session.part(memory, 256, 256));
            var bytes = arena.allocateFrom(JAVA_FLOAT, 1, 2, 3, 4);
            var in = session.write(memory, 0, bytes);
            var launch = session.launch(kernel, 2, 2);
            var copy = session.copy(memory, 256, 512, 16);
            var out = session.read(memory, 512, bytes);

            assertThat(bytes.toArray(JAVA_FLOAT)).containsExactly(2, 4, 6, 8);
            assertThat(session.needs(kernel)).isEqualTo(new DeviceSession.Needs(1024, 512, 16, 32, 10));
            var spans = session.spans(List.of(in, launch, copy, out));
            assertThat(spans).extracting(DeviceSession.Span::length).containsExactly(100L, 1000L, 100L, 100L);
            assertThat(spans.get(1).start()).isEqualTo(spans.get(0).end());

            var later = session.spans(List.of(session.launch(kernel, 1, 1)));
            assertThat(later.getFirst().start()).isEqualTo(spans.getLast().end());
            session.release(memory);
            session.release(program);
        }
        assertThat(cuda.liveEvents()).isZero();
        assertThat(cuda.usedBytes()).isZero();
    }

    @Test
    void whatDoesNotCompileComesWithTheCompilersWords() {
        try (var session = cuda.session()) {
            assertThatThrownBy(() -> session.build(source("nonsense")))
                    .isInstanceOf(BuildFailure.class)
                    .hasMessage("ptxas application ptx input, line 2; error   : Unknown symbol");
        }
    }

    @Test
    void fullMemoryIsSaidWithTheNumbers() {
        try (var session = cuda.session()) {
            session.buffer(1 << 19);

            assertThatThrownBy(() -> session.buffer(1 << 20))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("the device's memory is full")
                    .hasMessageContaining("1,048,576 bytes were asked for, 524,288 of 1,048,576 are free")
                    .asInstanceOf(type(DriverException.class))
                    .extracting(DriverException::isLost)
                    .isEqualTo(false);
        }
    }

    @Test
    void aKernelThatReachesTooFarLosesTheDevice() {
        var session = cuda.session();
        cuda.failWith(700);

        assertThatThrownBy(session::finish)
                .hasMessage("a kernel reached memory that is not its own (cuCtxSynchronize failed with CUDA error 700)")
                .asInstanceOf(type(DriverException.class))
                .extracting(DriverException::isLost)
                .isEqualTo(true);
    }

    @Test
    void withoutALibraryTheOneThatWasLookedForIsNamed() {
        System.setProperty(Cuda.PROPERTY, "libno-such-driver.so.1");
        try {
            assertThat(CudaDevices.find(findings)).isEmpty();
            assertThat(findings).containsExactly("libno-such-driver.so.1 (NVIDIA's driver) is not on this machine");
        } finally {
            System.clearProperty(Cuda.PROPERTY);
        }
    }

    @Test
    void aLibraryOfAnotherKindIsNoDriver() {
        var empty = new DriverLibrary("libc", _ -> java.util.Optional.empty());

        assertThatThrownBy(() -> new Cuda(empty)).hasMessage("libc has no function cuInit");
    }
}
