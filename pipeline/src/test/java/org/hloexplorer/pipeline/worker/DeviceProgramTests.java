package org.hloexplorer.pipeline.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.pipeline.driver.DeviceSession;
import org.hloexplorer.pipeline.driver.DeviceSession.BuildFailure;
import org.hloexplorer.pipeline.driver.DriverException;
import org.hloexplorer.pipeline.driver.FakeCuda;
import org.hloexplorer.pipeline.worker.ProgramImage.Copy;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of launches and copies on NVIDIA's driver, or rather on one that is written for tests. */
final class DeviceProgramTests {
    private static DeviceLaunch twice(String name) {
        return new DeviceLaunch(name, "twice", List.of(new Room(0, 16), new Room(256, 16)), 1, 4, 0);
    }

    private final FakeCuda cuda = FakeCuda.doubling();
    private final DeviceSource source =
            new DeviceSource(0, "", List.of(new KernelSource("fusion.1", "twice", ".visible .entry twice()")), "");

    @TempDir
    private Path folder;

    private FlightRecorder recorder;

    @BeforeEach
    void record() throws IOException {
        recorder = FlightRecorder.map(Files.createFile(folder.resolve("recorder")));
    }

    private DeviceProgram program(DeviceSession session, long memory) throws BuildFailure {
        var copy = new Copy("copy.2", 256, 0, 16);
        var image = new DeviceImage(source, memory, List.of(twice("fusion.1"), copy, twice("fusion.3")));
        return new DeviceProgram(session, session.build(source.text()), image, recorder);
    }

    private static WorkerRequest.Run request() {
        return new WorkerRequest.Run(
                1,
                "",
                32,
                List.of(new Transfer(0, 0, 16)),
                List.of(new Transfer(16, 256, 16)),
                0,
                3,
                new RunOptions(0, 1, 1));
    }

    @Test
    void stepsRunInOrderAndAreTimedOneByOne() throws BuildFailure {
        try (var session = cuda.session();
                var program = program(session, 1024);
                var arena = Arena.ofConfined()) {
            var file = arena.allocate(32);
            MemorySegment.copy(new float[] {1, 2, 3, 4}, 0, file, ValueLayout.JAVA_FLOAT, 0, 4);

            var times = program.run(request(), file);

            assertThat(file.asSlice(16).toArray(ValueLayout.JAVA_FLOAT)).containsExactly(4, 8, 12, 16);
            assertThat(times.units()).extracting(Sample::median).containsExactly(1000.0, 100.0, 1000.0);
            assertThat(times.whole().median()).isEqualTo(2100);
        }
        assertThat(cuda.usedBytes()).isZero();
    }

    @Test
    void theKernelThatLostTheDeviceIsNamed() throws BuildFailure {
        try (var arena = Arena.ofConfined()) {
            var program = program(cuda.session(), 1024);
            var file = arena.allocate(32);
            var wish = request();
            var careful = new WorkerRequest.Run(1, "", 32, List.of(), wish.downloads(), 0, 3, new RunOptions(1, 1, 1));
            cuda.failWith(700);

            assertThatThrownBy(() -> program.run(careful, file))
                    .hasMessageStartingWith("kernel `fusion.1`: a kernel reached memory that is not its own")
                    .asInstanceOf(type(KernelFailure.class))
                    .extracting(KernelFailure::isLost)
                    .isEqualTo(true);
        }
    }

    @Test
    void arraysThatDoNotFitAreRefusedBeforeTheyAreAskedFor() {
        assertThatThrownBy(() -> program(cuda.session(), 2 << 20))
                .isInstanceOf(DriverException.class)
                .hasMessage("the program's arrays take 2,097,152 bytes, and Test GPU has 1,048,576 for one buffer");
    }
}
