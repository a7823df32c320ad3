package org.hloexplorer.pipeline.onednn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Functions of the C interface, by name. What is passed tells their types: int, long, float and pointers. */
final class DnnCalls {
    private final SymbolLookup symbols;
    private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

    DnnCalls(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /**
     * Calls a function that returns a status.
     *
     * @throws OneDnnException where that is not success
     */
    void call(String function, Object... arguments) {
        int status = (int) invoke(function, JAVA_INT, arguments);
        if (status != 0) {
            throw new OneDnnException("%s (%s)".formatted(reason(status), function));
        }
    }

    /** Calls a function that puts what it makes behind its first argument. */
    MemorySegment make(String function, Object... rest) {
        try (var arena = Arena.ofConfined()) {
            var made = arena.allocate(ADDRESS);
            var arguments = new Object[rest.length + 1];
            arguments[0] = made;
            System.arraycopy(rest, 0, arguments, 1, rest.length);
            call(function, arguments);
            return made.get(ADDRESS, 0);
        }
    }

    /** Calls a function that returns a pointer. */
    MemorySegment pointer(String function, Object... arguments) {
        return (MemorySegment) invoke(function, ADDRESS, arguments);
    }

    /** Calls a function that returns a size. */
    long size(String function, Object... arguments) {
        return (long) invoke(function, JAVA_LONG, arguments);
    }

    /** Calls a function that returns whether. */
    boolean isTrue(String function, Object... arguments) {
        return (int) invoke(function, JAVA_INT, arguments) != 0;
    }

    private Object invoke(String function, MemoryLayout result, Object... arguments) {
        var handle = handles.computeIfAbsent(
                function, _ -> handle(function, FunctionDescriptor.of(result, layouts(arguments))));
        try {
            return handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
    }

    /** A handle for a function that is called too often to look at what is passed. */
    MethodHandle handle(String function, FunctionDescriptor type) {
        return Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(function).orElseThrow(() -> new OneDnnException("this oneDNN has no " + function)),
                        type);
    }

    private static MemoryLayout[] layouts(Object... arguments) {
        return Arrays.stream(arguments).map(DnnCalls::layout).toArray(MemoryLayout[]::new);
    }

    private static MemoryLayout layout(Object argument) {
        return switch (argument) {
            case Integer _ -> JAVA_INT;
            case Long _ -> JAVA_LONG;
            case Float _ -> JAVA_FLOAT;
            case MemorySegment _ -> ADDRESS;
            default -> throw new IllegalArgumentException(argument + " cannot be passed");
        };
    }

    /** What a {@code dnnl_status_t} stands for. */
    private static String reason(int status) {
        return switch (status) {
            case 1 -> "there is not enough memory";
            case 2 -> "it calls the arguments invalid";
            case 3 -> "it has no implementation of this for these types and this order in memory on this processor";
            default -> "it fails with status " + status;
        };
    }
}
