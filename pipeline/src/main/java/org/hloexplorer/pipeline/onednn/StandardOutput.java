package org.hloexplorer.pipeline.onednn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What native code prints while something is done.
 *
 * <p>oneDNN tells what it chose, and why it did not choose something else, by printing only; and standard output is where
 * a child's answers go, so that nothing else may.
 */
public final class StandardOutput {
    private static final int STANDARD_OUTPUT = 1;
    private static final int OWN_FILE = 0600;

    private StandardOutput() {}

    /** Whether printing can be caught here. Where it cannot, a child is started with oneDNN told to be silent. */
    public static boolean canBeCaught() {
        return !System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");
    }

    /** The setting of {@code ONEDNN_VERBOSE} for a child: nothing is printed but while primitives are created. */
    public static String verbosity() {
        return canBeCaught() ? "dispatch,profile_create" : "none";
    }

    /** Does the work, and gives what was printed meanwhile. */
    static String during(Runnable work) {
        if (!canBeCaught()) {
            work.run();
            return "";
        }
        try {
            var file = Files.createTempFile("onednn", ".txt");
            try {
                divert(file, work);
                return Files.readString(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new OneDnnException("what oneDNN prints cannot be caught: " + e.getMessage(), e);
        }
    }

    private static void divert(Path file, Runnable work) {
        flush();
        int own = call("dup", STANDARD_OUTPUT);
        int target = open(file);
        call("dup2", target, STANDARD_OUTPUT);
        call("close", target);
        try {
            work.run();
        } finally {
            flush();
            call("dup2", own, STANDARD_OUTPUT);
            call("close", own);
        }
    }

    private static int open(Path file) {
        try (var arena = Arena.ofConfined()) {
            return call("creat", arena.allocateFrom(file.toString()), OWN_FILE);
        }
    }

    /** Of all streams, which is what no stream stands for. */
    private static void flush() {
        call("fflush", MemorySegment.NULL);
    }

    private static int call(String function, Object... arguments) {
        var linker = Linker.nativeLinker();
        var types = new java.lang.foreign.MemoryLayout[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = arguments[i] instanceof MemorySegment ? ADDRESS : JAVA_INT;
        }
        var handle = linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function), FunctionDescriptor.of(JAVA_INT, types));
        try {
            int result = (int) handle.invokeWithArguments(arguments);
            if (result < 0) {
                throw new OneDnnException("what oneDNN prints cannot be caught: %s fails".formatted(function));
            }
            return result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
    }
}
