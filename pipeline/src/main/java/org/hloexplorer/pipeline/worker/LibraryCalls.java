package org.hloexplorer.pipeline.worker;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.pipeline.onednn.LoadedPrimitive;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.jspecify.annotations.Nullable;

/**
 * A program's calls of oneDNN. A primitive is created for a number of threads, so that another number makes all anew; they
 * work one after the other in the same memory, which is touched before they run.
 */
final class LibraryCalls implements AutoCloseable {
    private final List<Place> places = new ArrayList<>();
    private int threads;
    private @Nullable Arena arena;

    /** One of them: what it computes from which memory, and the primitive that does, once it is there. */
    static final class Place {
        private final Primitive primitive;
        private final List<MemorySegment> buffers;
        private @Nullable LoadedPrimitive loaded;

        private Place(Primitive primitive, List<MemorySegment> buffers) {
            this.primitive = primitive;
            this.buffers = buffers;
        }

        void execute() {
            Objects.requireNonNull(loaded, "primitives are created before a run")
                    .execute();
        }
    }

    Place add(Primitive primitive, List<MemorySegment> buffers) {
        var place = new Place(primitive, buffers);
        places.add(place);
        return place;
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Makes ready to run on so many threads. */
    @SuppressWarnings("MustBeClosedChecker") // close() does
    void prepare(int wanted) {
        if (threads == wanted || places.isEmpty()) {
            return;
        }
        close();
        long bytes = 0;
        for (var place : places) {
            place.loaded = LoadedPrimitive.create(place.primitive, wanted);
            bytes = Math.max(bytes, place.loaded.implementation().scratchBytes());
        }
        arena = Arena.ofShared();
        var scratch = TouchedMemory.allocate(arena, bytes);
        for (var place : places) {
            Objects.requireNonNull(place.loaded).bind(place.buffers, scratch);
        }
        threads = wanted;
    }

    @Override
    public void close() {
        threads = 0;
        for (var place : places) {
            if (place.loaded != null) {
                place.loaded.close();
                place.loaded = null;
            }
        }
        if (arena != null) {
            arena.close();
            arena = null;
        }
    }
}
