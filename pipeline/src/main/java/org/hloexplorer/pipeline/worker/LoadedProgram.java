package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

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
    private final List<Step> steps;
    private final LibraryCalls library = new LibraryCalls();
    private int units;

    /** A step with addresses in place of names and offsets; those that are timed are numbered as they are listed. */
    sealed interface Step {

        record Library(int unit, LibraryCalls.Place call) implements Step {}

        record Copy(int unit, MemorySegment from, MemorySegment to) implements Step {}

        record Loop(List<Step> condition, MemorySegment predicate, List<Step> body) implements Step {}

        record Branch(MemorySegment selector, boolean byPredicate, List<List<Step>> branches) implements Step {

            List<Step> taken() {
                if (byPredicate) {
                    return branches.get(selector.get(JAVA_BYTE, 0) != 0 ? 0 : 1);
                }
                int number = selector.get(JAVA_INT, 0);
                return number < 0 || number >= branches.size() ? branches.getLast() : branches.get(number);
            }
        }
    }

    /** A launch. */
    record Call(int unit, MemorySegment kernel, MemorySegment arguments, long extent, long grain) implements Step {

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
            this.steps = linked(image.steps());
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private List<Step> linked(List<ProgramImage.Step> image) {
        return image.stream().map(this::link).toList();
    }

    private Step link(ProgramImage.Step step) {
        return switch (step) {
            case Launch launch -> link(launch);
            case ProgramImage.LibraryCall(var _, var primitive, var buffers) ->
                new Step.Library(
                        units++,
                        library.add(
                                primitive, buffers.stream().map(memory::asSlice).toList()));
            case ProgramImage.DeviceLaunch launch ->
                throw new IllegalArgumentException("%s is a launch on a device".formatted(launch.name()));
            case ProgramImage.Copy(var _, long from, long to, long bytes) ->
                new Step.Copy(units++, memory.asSlice(from, bytes), memory.asSlice(to, bytes));
            case ProgramImage.Loop(var condition, long predicate, var body) ->
                new Step.Loop(linked(condition), memory.asSlice(predicate, 1), linked(body));
            case ProgramImage.Branch(long selector, boolean byPredicate, var branches) ->
                new Step.Branch(
                        memory.asSlice(selector, byPredicate ? 1 : Integer.BYTES),
                        byPredicate,
                        branches.stream().map(this::linked).toList());
        };
    }

    private Call link(Launch launch) {
        var arguments = arena.allocate(ADDRESS, Math.max(1, launch.buffers().size()));
        for (int i = 0; i < launch.buffers().size(); i++) {
            arguments.setAtIndex(ADDRESS, i, memory.asSlice(launch.buffers().get(i)));
        }
        return new Call(units++, jit.lookup(launch.symbol()), arguments, launch.extent(), launch.grain());
    }

    LibraryCalls library() {
        return library;
    }

    /** The steps from the first (included) to the end (excluded). */
    List<Step> steps(int first, int end) {
        return steps.subList(first, end);
    }

    /** How many steps are timed in all. */
    int units() {
        return units;
    }

    MemorySegment memory() {
        return memory;
    }

    long scratchBytes() {
        return scratchBytes;
    }

    @Override
    public void close() {
        library.close();
        jit.close();
        arena.close();
    }
}
