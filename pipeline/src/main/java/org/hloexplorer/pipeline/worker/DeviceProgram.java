package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.driver.DeviceSession;
import org.hloexplorer.pipeline.driver.DeviceSession.Buffer;
import org.hloexplorer.pipeline.driver.DeviceSession.Event;
import org.hloexplorer.pipeline.driver.DeviceSession.Kernel;
import org.hloexplorer.pipeline.driver.DriverException;
import org.hloexplorer.pipeline.worker.ProgramImage.DeviceLaunch;
import org.hloexplorer.pipeline.worker.ProgramImage.Room;
import org.hloexplorer.pipeline.worker.ProgramImage.Unit;

/** A program on a device: memory there, and for each launch a kernel with its arguments set. */
final class DeviceProgram implements AutoCloseable {
    private final DeviceSession session;
    private final FlightRecorder recorder;
    private final List<ProgramImage.Step> steps;
    private final List<Unit> units;
    private final Map<Unit, Integer> numbers = new HashMap<>();
    private final Map<DeviceLaunch, Kernel> kernels = new HashMap<>();
    private final Map<Room, Buffer> rooms = new HashMap<>();
    private final List<Buffer> blocks = new ArrayList<>();
    private final Buffer memory;

    DeviceProgram(DeviceSession session, DeviceSession.Program program, DeviceImage image, FlightRecorder recorder) {
        this.session = session;
        this.recorder = recorder;
        this.steps = image.steps();
        this.units = ProgramImage.units(steps);
        try {
            this.memory = block(image.memoryBytes(), "arrays");
            long scratch =
                    launches().mapToLong(DeviceLaunch::scratchBytes).max().orElse(0);
            var shared = scratch == 0 ? memory : block(scratch, "scratch memory");
            for (int i = 0; i < units.size(); i++) {
                numbers.put(units.get(i), i);
            }
            launches().forEach(launch -> kernels.put(launch, linked(program, launch, shared)));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Stream<DeviceLaunch> launches() {
        return units.stream().filter(DeviceLaunch.class::isInstance).map(DeviceLaunch.class::cast);
    }

    private Buffer block(long bytes, String what) {
        long most = session.device().allocationBytes();
        if (bytes > most) {
            throw new DriverException("the program's %s take %,d bytes, and %s has %,d for one buffer"
                    .formatted(what, bytes, session.device().name(), most));
        }
        var block = session.buffer(Math.max(1, bytes));
        blocks.add(block);
        return block;
    }

    private Kernel linked(DeviceSession.Program program, DeviceLaunch launch, Buffer scratch) {
        var kernel = session.kernel(program, launch.symbol());
        int argument = 0;
        for (var room : launch.buffers()) {
            var part = rooms.computeIfAbsent(room, each -> session.part(memory, each.offset(), each.bytes()));
            session.setArgument(kernel, argument++, part);
        }
        if (launch.scratchBytes() > 0) {
            session.setArgument(kernel, argument, scratch);
        }
        return kernel;
    }

    RunTimes run(WorkerRequest.Run request, MemorySegment file) {
        List<Event> in = new ArrayList<>();
        long bytesIn = 0;
        for (var transfer : request.uploads()) {
            if (transfer.bytes() > 0) {
                in.add(session.write(memory, transfer.memoryOffset(), inFile(file, transfer)));
                bytesIn += transfer.bytes();
            }
        }
        var times = timed(request);
        List<Event> out = new ArrayList<>();
        long bytesOut = 0;
        for (var transfer : request.downloads()) {
            if (transfer.bytes() > 0) {
                out.add(session.read(memory, transfer.memoryOffset(), inFile(file, transfer)));
                bytesOut += transfer.bytes();
            }
        }
        session.finish();
        return new RunTimes(
                times.whole(), times.units(), new TransferTimes(bytesIn, length(in), bytesOut, length(out)), "");
    }

    private long length(List<Event> events) {
        return session.spans(events).stream()
                .mapToLong(DeviceSession.Span::length)
                .sum();
    }

    private static MemorySegment inFile(MemorySegment file, Transfer transfer) {
        return file.asSlice(transfer.fileOffset(), transfer.bytes());
    }

    private RunTimes timed(WorkerRequest.Run request) {
        var options = request.options();
        var range = steps.subList(request.firstStep(), request.endStep());
        var clock = new DeviceClock(session, units.size());
        for (int round = -options.warmups(); round < options.repeats(); round++) {
            new Pass(clock, round < 0).run(range);
            clock.endRound(round >= 0);
        }
        return clock.times();
    }

    /** Once through some steps. A careful pass waits after each command, so that what fails is known by name. */
    private final class Pass {
        private final DeviceClock clock;
        private final boolean isCareful;

        Pass(DeviceClock clock, boolean isCareful) {
            this.clock = clock;
            this.isCareful = isCareful;
        }

        void run(List<ProgramImage.Step> list) {
            for (var step : list) {
                switch (step) {
                    case DeviceLaunch launch -> {
                        if (launch.groups() > 0) {
                            command(launch, () -> launched(launch));
                        }
                    }
                    case ProgramImage.Copy copy ->
                        command(copy, () -> session.copy(memory, copy.from(), copy.to(), copy.bytes()));
                    case ProgramImage.Loop loop -> repeat(loop);
                    case ProgramImage.Branch branch -> run(taken(branch));
                    case ProgramImage.LibraryCall call ->
                        throw new IllegalArgumentException("%s is a call on the processor".formatted(call.name()));
                    case ProgramImage.Launch launch ->
                        throw new IllegalArgumentException("%s is no launch on a device".formatted(launch.name()));
                }
            }
        }

        private Event launched(DeviceLaunch launch) {
            return session.launch(Objects.requireNonNull(kernels.get(launch)), launch.groups(), launch.groupSize());
        }

        private void command(Unit unit, Supplier<Event> command) {
            int number = Objects.requireNonNull(numbers.get(unit));
            recorder.enter(0, number);
            try {
                clock.add(number, command.get());
                if (isCareful) {
                    session.finish();
                }
            } catch (DriverException e) {
                throw new KernelFailure(unit.name(), e);
            }
            recorder.leave(0);
        }

        private void repeat(ProgramImage.Loop loop) {
            run(loop.condition());
            while (number(loop.predicate(), 1) != 0) {
                run(loop.body());
                run(loop.condition());
            }
        }

        private List<ProgramImage.Step> taken(ProgramImage.Branch branch) {
            var branches = branch.branches();
            int number = number(branch.selector(), branch.byPredicate() ? 1 : Integer.BYTES);
            if (branch.byPredicate()) {
                return branches.get(number != 0 ? 0 : 1);
            }
            return number < 0 || number >= branches.size() ? branches.getLast() : branches.get(number);
        }

        /** A number in the device's memory, for which the host has to wait. */
        private int number(long offset, long bytes) {
            try (var arena = Arena.ofConfined()) {
                var place = arena.allocate(Integer.BYTES);
                session.spans(List.of(session.read(memory, offset, place.asSlice(0, bytes))));
                return place.get(JAVA_INT, 0);
            }
        }
    }

    @Override
    public void close() {
        kernels.values().forEach(session::release);
        rooms.values().forEach(session::release);
        blocks.forEach(session::release);
    }
}
