package org.hloexplorer.pipeline.onednn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The library itself: found and loaded once per process, with its engine for this processor. */
public final class OneDnn {
    private static final int CPU = 1;
    private static final int IN_ORDER = 1;

    private final DnnCalls calls;
    private final MemorySegment engine;
    private final MemorySegment stream;
    private final MethodHandle execute;
    private final MethodHandle setThreads;

    private OneDnn(List<Path> files) {
        var symbols = files.stream()
                .map(file -> SymbolLookup.libraryLookup(file, Arena.global()))
                .reduce((first, second) -> second.or(first))
                .orElseThrow();
        this.calls = new DnnCalls(symbols);
        this.engine = calls.make("dnnl_engine_create", CPU, 0L);
        this.stream = calls.make("dnnl_stream_create", engine, IN_ORDER);
        this.execute = calls.handle(
                "dnnl_primitive_execute", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS));
        // Where the runtime's file is not among those that were found, the library has brought the system's.
        this.setThreads = calls.handle("omp_set_num_threads", FunctionDescriptor.ofVoid(JAVA_INT));
    }

    /**
     * The library, loaded unless that has happened.
     *
     * @throws OneDnnException where it is not there, or does not load; says why
     */
    public static OneDnn load() {
        var library = Loaded.LIBRARY;
        if (library == null) {
            throw new OneDnnException(Loaded.FAILURE);
        }
        return library;
    }

    /** Why the library is not there; nothing where it is. */
    public static Optional<String> missing() {
        return Loaded.LIBRARY == null ? Optional.of(Loaded.FAILURE) : Optional.empty();
    }

    /** Loading is the initialisation of this class: the JVM does it once, whichever thread comes first. */
    private static final class Loaded {
        static final @Nullable OneDnn LIBRARY;
        static final String FAILURE;

        static {
            OneDnn library = null;
            var failure = "";
            try {
                library = new OneDnn(NativeFiles.find());
            } catch (OneDnnException e) {
                failure = String.valueOf(e.getMessage());
            } catch (IllegalArgumentException | UnsatisfiedLinkError e) {
                failure = "oneDNN does not load here: " + e.getMessage();
            }
            LIBRARY = library;
            FAILURE = failure;
        }
    }

    /** Primitives that this thread creates or runs from now on use so many threads. */
    void useThreads(int threads) {
        try {
            setThreads.invokeExact(threads);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
    }

    /** Runs a primitive, and returns when it is done. */
    void execute(MemorySegment primitive, int count, MemorySegment arguments) {
        int status;
        try {
            status = (int) execute.invokeExact(primitive, stream, count, arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
        if (status != 0) {
            throw new OneDnnException("oneDNN fails with status %d while it runs".formatted(status));
        }
    }

    DnnCalls calls() {
        return calls;
    }

    MemorySegment engine() {
        return engine;
    }
}
