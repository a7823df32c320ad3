package org.hloexplorer.pipeline.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.hloexplorer.pipeline.worker.Program.Download;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs on an OpenCL device; skipped where there is none. */
final class DeviceTests {
    private static final Worker WORKER = new Worker();
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(1));

    private static final KernelSource TWICE = new KernelSource("twice", "twice", """
            kernel void twice(global const float* in, global float* out) {
                int i = get_global_id(0);
                out[i] = 2 * in[i];
            }
            """);

    @BeforeEach
    void skipWithoutDevice() {
        var report = WORKER.devices();
        assumeFalse(report.devices().isEmpty(), () -> "skipped: " + report.findings());
    }

    @AfterAll
    static void close() {
        WORKER.close();
    }

    private static DeviceSource source(KernelSource... kernels) {
        return new DeviceSource(0, "", List.of(kernels), "-cl-std=CL1.2");
    }

    @Test
    void aKernelRunsAndItsTimesComeBack() {
        var launch = new DeviceLaunch("twice", "twice", List.of(new Room(0, 16), new Room(4096, 16)), 1, 4, 0);
        var image = new DeviceImage(source(TWICE), 8192, List.of(launch));
        var out = new float[4];
        try (var program = WORKER.program(image, List.of())) {
            var in = new Upload(0, MemorySegment.ofArray(new float[] {1, 2, 3, 4}));
            var times = program.run(
                    List.of(in),
                    0,
                    1,
                    List.of(new Download(4096, MemorySegment.ofArray(out))),
                    new RunOptions(1, 3, 1),
                    LIMIT);

            assertThat(out).containsExactly(2, 4, 6, 8);
            assertThat(times.units())
                    .singleElement()
                    .satisfies(unit -> assertThat(unit.nanoseconds()).hasSize(3).allMatch(time -> time > 0));
            assertThat(times.transfers().bytesIn()).isEqualTo(16);
        }
    }

    @Test
    void ofSeveralKernelsTheOneAtFaultIsNamedWithTheCompilersWords() {
        var broken = new KernelSource("broken", "broken", """
                kernel void broken(global float* out) {
                    out[0] = nothing;
                }
                """);

        var outcomes = WORKER.build(source(TWICE, broken), LIMIT);

        assertThat(outcomes.get(0)).isInstanceOf(DeviceBuild.Built.class);
        assertThat(outcomes.get(1))
                .isInstanceOfSatisfying(
                        DeviceBuild.Refused.class,
                        refused ->
                                assertThat(refused.log()).contains("broken:2:").contains("nothing"));
    }

    @Test
    void aKernelThatNeverEndsIsStoppedAndNamed() {
        var endless = new KernelSource("endless", "endless", """
                kernel void endless(global volatile int* out) {
                    while (out[0] == 0) {
                    }
                }
                """);
        var launch = new DeviceLaunch("endless", "endless", List.of(new Room(0, 16)), 1, 1, 0);
        try (var program = WORKER.program(new DeviceImage(source(endless), 4096, List.of(launch)), List.of())) {
            var soon = Limit.of(Duration.ofSeconds(3));
            assertThatThrownBy(() -> program.run(
                            List.of(new Upload(0, MemorySegment.ofArray(new int[4]))),
                            0,
                            1,
                            List.of(),
                            new RunOptions(1, 1, 1),
                            soon))
                    .isInstanceOf(WorkerException.class)
                    .hasMessageContaining("while kernel `endless` ran");
        }
        assertThat(WORKER.devices().devices()).isNotEmpty();
    }
}
