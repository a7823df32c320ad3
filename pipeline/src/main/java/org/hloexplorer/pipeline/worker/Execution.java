package org.hloexplorer.pipeline.worker;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.hloexplorer.pipeline.onednn.LoadedPrimitive;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.PrimitiveOutcome;
import org.hloexplorer.pipeline.worker.LoadedProgram.Call;

/** Runs programs and micro-kernels inside the child, and times them. */
final class Execution {
    private final FlightRecorder recorder;
    private final Map<Integer, LoadedProgram> programs = new HashMap<>();
    private final Map<Wanted, PrimitiveOutcome> refused = new HashMap<>();
    private Team team = new Team(1);

    private record Wanted(Primitive primitive, int threads) {}

    Execution(FlightRecorder recorder) {
        this.recorder = recorder;
    }

    void load(int program, ProgramImage image) {
        unload(program);
        programs.put(program, new LoadedProgram(image));
    }

    void unload(int program) {
        var loaded = programs.remove(program);
        if (loaded != null) {
            loaded.close();
        }
    }

    RunTimes run(WorkerRequest.Run request, MemorySegment file) {
        var program = programs.get(request.program());
        if (program == null) {
            throw new IllegalArgumentException("program %d is not loaded".formatted(request.program()));
        }
        for (var transfer : request.uploads()) {
            inMemory(program, transfer).copyFrom(inFile(file, transfer));
        }
        int threads = request.options().threads();
        program.library().prepare(threads);
        // OpenMP's threads would inherit the one processor that this one is bound to.
        var times =
                program.library().isEmpty() ? together(threads, () -> time(program, request)) : time(program, request);
        for (var transfer : request.downloads()) {
            inFile(file, transfer).copyFrom(inMemory(program, transfer));
        }
        return times;
    }

    /** One thread goes wherever the system has room; several keep apart. */
    private static <T> T together(int threads, Supplier<T> work) {
        return threads == 1 ? work.get() : Affinity.bound(0, work);
    }

    private static MemorySegment inMemory(LoadedProgram program, Transfer transfer) {
        return program.memory().asSlice(transfer.memoryOffset(), transfer.bytes());
    }

    private static MemorySegment inFile(MemorySegment file, Transfer transfer) {
        return file.asSlice(transfer.fileOffset(), transfer.bytes());
    }

    private RunTimes time(LoadedProgram program, WorkerRequest.Run request) {
        var options = request.options();
        var steps = program.steps(request.firstStep(), request.endStep());
        var stopwatch = new Stopwatch(options.clock(), program.units());
        try (var arena = Arena.ofShared()) {
            var pass = new ProgramPass(this, scratch(arena, program, options.threads()), stopwatch);
            long began = System.nanoTime();
            for (int done = 0; done < options.warmups() || System.nanoTime() - began < options.warmth(); done++) {
                stopwatch.start();
                pass.run(steps);
            }
            for (int done = 0; done < options.repeats(); done++) {
                stopwatch.start();
                pass.run(steps);
                stopwatch.stop();
            }
        }
        return stopwatch.times();
    }

    private static List<MemorySegment> scratch(Arena arena, LoadedProgram program, int threads) {
        List<MemorySegment> scratch = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            scratch.add(TouchedMemory.allocate(arena, program.scratchBytes()));
        }
        return scratch;
    }

    /** Runs a primitive, which has threads of its own. */
    void call(int unit, LibraryCalls.Place call) {
        recorder.enter(0, unit);
        call.execute();
        recorder.leave(0);
    }

    /** What would come of each primitive. Its code stays in oneDNN's cache. */
    List<PrimitiveOutcome> create(List<Primitive> primitives, int threads) {
        List<PrimitiveOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < primitives.size(); i++) {
            recorder.enter(0, i);
            // Of what it made before, refused or not, oneDNN says no more why.
            var wanted = new Wanted(primitives.get(i), threads);
            var outcome = Objects.requireNonNullElseGet(
                    refused.get(wanted), () -> LoadedPrimitive.attempt(wanted.primitive(), threads));
            if (outcome instanceof PrimitiveOutcome.Refused) {
                refused.put(wanted, outcome);
            }
            outcomes.add(outcome);
            recorder.leave(0);
        }
        return outcomes;
    }

    /** Runs a kernel, on as many threads as it has parts for. */
    void launch(Call call, List<MemorySegment> scratch) {
        int number = call.unit();
        int parts = (int) Math.min(scratch.size(), (call.extent() + call.grain() - 1) / call.grain());
        recorder.enter(0, number);
        if (parts <= 1) {
            KernelCall.call(call.kernel(), call.arguments(), scratch.getFirst(), 0, call.extent());
        } else {
            team(scratch.size()).run(thread -> launchPart(number, call, scratch.get(thread), thread, parts));
        }
        recorder.leave(0);
    }

    private void launchPart(int number, Call call, MemorySegment scratch, int thread, int parts) {
        if (thread < parts) {
            recorder.enter(thread, number);
            KernelCall.call(
                    call.kernel(),
                    call.arguments(),
                    scratch,
                    call.boundary(thread, parts),
                    call.boundary(thread + 1, parts));
            recorder.leave(thread);
        }
    }

    private Team team(int threads) {
        if (team.size() != threads) {
            team.close();
            team = new Team(threads);
        }
        return team;
    }

    List<Long> measure(MicroKernel kernel, ObjectCode object, int threads, int rounds) {
        return together(threads, () -> new Measurement(team(threads), recorder, kernel).measure(object, rounds));
    }
}
