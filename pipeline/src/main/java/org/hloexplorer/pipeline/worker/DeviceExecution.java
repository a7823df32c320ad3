package org.hloexplorer.pipeline.worker;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hloexplorer.pipeline.driver.DeviceSession;
import org.hloexplorer.pipeline.driver.DeviceSession.BuildFailure;
import org.hloexplorer.pipeline.driver.Drivers;

/** Compiles and runs programs on devices inside the child. */
final class DeviceExecution {
    /** Compiled programs that are kept. */
    private static final int MOST_BUILDS = 16;

    private final FlightRecorder recorder;
    private final Map<Integer, DeviceSession> sessions = new HashMap<>();
    private final LinkedHashMap<DeviceSource, DeviceSession.Program> builds = new LinkedHashMap<>();
    private final Map<Integer, DeviceProgram> programs = new HashMap<>();

    DeviceExecution(FlightRecorder recorder) {
        this.recorder = recorder;
    }

    private DeviceSession session(int device) {
        return sessions.computeIfAbsent(device, Drivers::open);
    }

    List<DeviceBuild> build(DeviceSource source) {
        recorder.enter(0, 0);
        try {
            var program = program(source);
            return source.kernels().stream()
                    .map(kernel -> built(session(source.device()), program, kernel))
                    .toList();
        } catch (BuildFailure together) {
            return apart(source, together);
        } finally {
            recorder.leave(0);
        }
    }

    private DeviceSession.Program program(DeviceSource source) throws BuildFailure {
        var known = builds.get(source);
        if (known != null) {
            return known;
        }
        var session = session(source.device());
        var program = session.build(source.text());
        builds.put(source, program);
        if (builds.size() > MOST_BUILDS) {
            var oldest = builds.pollFirstEntry();
            session(oldest.getKey().device()).release(oldest.getValue());
        }
        return program;
    }

    private static DeviceBuild built(DeviceSession session, DeviceSession.Program program, KernelSource source) {
        var kernel = session.kernel(program, source.symbol());
        try {
            return new DeviceBuild.Built(session.needs(kernel), program.log(source.symbol()));
        } finally {
            session.release(kernel);
        }
    }

    /** Each kernel by itself, to find the one at fault. */
    private List<DeviceBuild> apart(DeviceSource source, BuildFailure together) {
        List<DeviceBuild> outcomes = new ArrayList<>();
        var session = session(source.device());
        for (var kernel : source.kernels()) {
            try {
                var program = session.build(source.of(kernel).text());
                outcomes.add(built(session, program, kernel));
                session.release(program);
            } catch (BuildFailure alone) {
                outcomes.add(new DeviceBuild.Refused(alone.log()));
            }
        }
        if (outcomes.stream().noneMatch(DeviceBuild.Refused.class::isInstance)) {
            throw new IllegalStateException(
                    "the kernels compile one by one, and together they do not: " + together.log());
        }
        return outcomes;
    }

    void load(int number, DeviceImage image) {
        unload(number);
        try {
            var program = program(image.source());
            programs.put(number, new DeviceProgram(session(image.source().device()), program, image, recorder));
        } catch (BuildFailure e) {
            throw new IllegalStateException("the program does not compile: " + e.log());
        }
    }

    void unload(int number) {
        var program = programs.remove(number);
        if (program != null) {
            program.close();
        }
    }

    boolean holds(int number) {
        return programs.containsKey(number);
    }

    RunTimes run(WorkerRequest.Run request, MemorySegment file) {
        return Objects.requireNonNull(programs.get(request.program())).run(request, file);
    }
}
