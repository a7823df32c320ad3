package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.hloexplorer.pipeline.llvm.LlvmJit;
import org.hloexplorer.pipeline.worker.ProgramImage.Launch;

/** A program inside the child: linked code, touched memory, and launches with their addresses worked out. */
final class LoadedProgram implements AutoCloseable {
    private final Arena arena;
    private final LlvmJit jit;
    private final MemorySegment memory;
    private final long scratchBytes;
    private final List<Call> calls;

    /** A launch with addresses in place of names and offsets. */
    record Call(MemorySegment kernel, MemorySegment arguments, long extent, long grain) {

        /** Where part {@code part} of {@code parts} begins: a multiple of the grain, the extent at most. */
        long boundary(long part, long parts) {
            long grains = (extent + grain - 1) / grain;
            return Math.min(extent, grains * part / parts * grain);
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // close() does
    LoadedProgram(ProgramImage image) {
        this.arena = Arena.ofShared();
        this.jit = LlvmJit.create();
        try {
            this.memory = TouchedMemory.allocate(arena, image.memoryBytes());
            this.scratchBytes = image.scratchBytes();
            image.objects().forEach(object -> jit.add(object.bytes()));
            this.calls = image.launches().stream().map(this::link).toList();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private Call link(Launch launch) {
        var arguments = arena.allocate(ADDRESS, Math.max(1, launch.buffers().size()));
        for (int i = 0; i < launch.buffers().size(); i++) {
            arguments.setAtIndex(ADDRESS, i, memory.asSlice(launch.buffers().get(i)));
        }
        return new Call(jit.lookup(launch.symbol()), arguments, launch.extent(), launch.grain());
    }

    Call call(int launch) {
        return calls.get(launch);
    }

    MemorySegment memory() {
        return memory;
    }

    long scratchBytes() {
        return scratchBytes;
    }

    @Override
    public void close() {
        jit.close();
        arena.close();
    }
}
