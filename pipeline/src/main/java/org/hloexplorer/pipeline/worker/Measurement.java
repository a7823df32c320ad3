package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.llvm.LlvmJit;

/** Times a micro-kernel inside the child, on all threads of a team at once. */
record Measurement(Team team, FlightRecorder recorder, MicroKernel kernel) {
    /** Rounds that are not counted: caches, branch predictors and clocks settle. */
    private static final int SETTLING_ROUNDS = 2;

    List<Long> measure(ObjectCode object, int rounds) {
        try (var arena = Arena.ofShared();
                var jit = LlvmJit.create()) {
            jit.add(object.bytes());
            var address = jit.lookup(kernel.source().symbol());
            var times = new long[team.size()][rounds];
            var start = new CyclicBarrier(team.size());
            team.run(thread -> {
                // Allocated by the thread that uses them: memory is then near its processor.
                var arguments = buffers(arena);
                recorder.enter(thread, 0);
                time(address, arguments, start, times[thread]);
                recorder.leave(thread);
            });
            return slowest(times);
        }
    }

    /** One thread does all its work by itself, whoever else runs; of several each waits for the slowest. */
    private void time(MemorySegment address, MemorySegment arguments, CyclicBarrier start, long[] times) {
        var clock = team.size() == 1 ? Clock.PROCESSOR : Clock.WALL;
        for (int round = -SETTLING_ROUNDS; round < times.length; round++) {
            await(start);
            long before = clock.now();
            KernelCall.call(address, arguments, MemorySegment.NULL, 0, kernel.extent());
            long time = clock.now() - before;
            if (round >= 0) {
                times[round] = time;
            }
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A round takes as long as its slowest thread. */
    private static List<Long> slowest(long[][] times) {
        return IntStream.range(0, times[0].length)
                .mapToObj(round -> Arrays.stream(times)
                        .mapToLong(each -> each[round])
                        .max()
                        .orElseThrow())
                .toList();
    }

    private MemorySegment buffers(Arena arena) {
        var sizes = kernel.bufferBytes();
        var arguments = arena.allocate(ADDRESS, Math.max(1, sizes.size()));
        for (int i = 0; i < sizes.size(); i++) {
            arguments.setAtIndex(ADDRESS, i, TouchedMemory.allocate(arena, sizes.get(i)));
        }
        return arguments;
    }
}
