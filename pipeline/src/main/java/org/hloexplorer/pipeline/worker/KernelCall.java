package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Calls kernels by address. All have one type, so one handle, which the JIT compiler sees through, serves them all. */
final class KernelCall {
    private static final MethodHandle CALL =
            Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG));

    private KernelCall() {}

    static void call(MemorySegment kernel, MemorySegment arguments, MemorySegment scratch, long begin, long end) {
        try {
            CALL.invokeExact(kernel, arguments, scratch, begin, end);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a native function threw", e);
        }
    }
}
