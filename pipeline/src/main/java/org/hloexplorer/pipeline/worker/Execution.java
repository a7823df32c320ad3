package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.llvm.LlvmJit;
import org.hloexplorer.pipeline.worker.LoadedProgram.Call;
import org.jspecify.annotations.Nullable;

/** Runs programs and micro-kernels inside the child, and times them. */
final class Execution {
    /** Rounds of a measurement that are not counted: caches, branch predictors and clocks settle. */
    private static final int SETTLING_ROUNDS = 2;

    private final FlightRecorder recorder;
    private final Map<Integer, LoadedProgram> programs = new HashMap<>();
    private Team team = new Team(1);

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
        var times = time(program, request);
        for (var transfer : request.downloads()) {
            inFile(file, transfer).copyFrom(inMemory(program, transfer));
        }
        return times;
    }

    private static MemorySegment inMemory(LoadedProgram program, Transfer transfer) {
        return program.memory().asSlice(transfer.memoryOffset(), transfer.bytes());
    }

    private static MemorySegment inFile(MemorySegment file, Transfer transfer) {
        return file.asSlice(transfer.fileOffset(), transfer.bytes());
    }

    private RunTimes time(LoadedProgram program, WorkerRequest.Run request) {
        var options = request.options();
        int launches = request.endLaunch() - request.firstLaunch();
        List<Long> whole = new ArrayList<>();
        List<List<Long>> each = new ArrayList<>();
        for (int i = 0; i < launches; i++) {
            each.add(new ArrayList<>());
        }
        try (var arena = Arena.ofShared()) {
            var scratch = scratch(arena, program, options.threads());
            var stamps = new long[launches + 1];
            for (int round = -options.warmups(); round < options.repeats(); round++) {
                stamps[0] = System.nanoTime();
                for (int i = 0; i < launches; i++) {
                    launch(request.firstLaunch() + i, program.call(request.firstLaunch() + i), scratch);
                    stamps[i + 1] = System.nanoTime();
                }
                if (round >= 0) {
                    whole.add(stamps[launches] - stamps[0]);
                    for (int i = 0; i < launches; i++) {
                        each.get(i).add(stamps[i + 1] - stamps[i]);
                    }
                }
            }
        }
        return new RunTimes(new Sample(whole), each.stream().map(Sample::new).toList());
    }

    private static List<MemorySegment> scratch(Arena arena, LoadedProgram program, int threads) {
        List<MemorySegment> scratch = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            scratch.add(TouchedMemory.allocate(arena, program.scratchBytes()));
        }
        return scratch;
    }

    private void launch(int number, Call call, List<MemorySegment> scratch) {
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
        try (var arena = Arena.ofShared();
                var jit = LlvmJit.create()) {
            jit.add(object.bytes());
            var address = jit.lookup(kernel.source().symbol());
            var arguments = new @Nullable MemorySegment[threads];
            // Each thread touches its own buffers first: memory is then near the processor that uses it.
            team(threads).run(thread -> arguments[thread] = buffers(arena, kernel.bufferBytes()));
            List<Long> times = new ArrayList<>();
            for (int round = -SETTLING_ROUNDS; round < rounds; round++) {
                long start = System.nanoTime();
                team(threads).run(thread -> {
                    recorder.enter(thread, 0);
                    KernelCall.call(address, arguments[thread], MemorySegment.NULL, 0, kernel.extent());
                    recorder.leave(thread);
                });
                long time = System.nanoTime() - start;
                if (round >= 0) {
                    times.add(time);
                }
            }
            return times;
        }
    }

    private static MemorySegment buffers(Arena arena, List<Long> sizes) {
        var arguments = arena.allocate(ADDRESS, Math.max(1, sizes.size()));
        for (int i = 0; i < sizes.size(); i++) {
            arguments.setAtIndex(ADDRESS, i, TouchedMemory.allocate(arena, sizes.get(i)));
        }
        return arguments;
    }
}
