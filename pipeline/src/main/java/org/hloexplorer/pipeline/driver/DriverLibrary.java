package org.hloexplorer.pipeline.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** A driver's library, which stays loaded, and its functions by name. */
final class DriverLibrary {
    private final String name;
    private final SymbolLookup symbols;

    /** One whose functions are found elsewhere than in a file. */
    DriverLibrary(String name, SymbolLookup symbols) {
        this.name = name;
        this.symbols = symbols;
    }

    /** The library; nothing where this machine has none of that name. */
    static Optional<DriverLibrary> open(String name) {
        try {
            return Optional.of(new DriverLibrary(name, SymbolLookup.libraryLookup(name, Arena.global())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Of three names, the one that this system uses. */
    static String nameHere(String linux, String windows, String mac) {
        var system = System.getProperty("os.name", "");
        if (system.startsWith("Windows")) {
            return windows;
        }
        return system.startsWith("Mac") ? mac : linux;
    }

    String name() {
        return name;
    }

    /** A native function, callable with boxed arguments. */
    record Function(String name, MethodHandle handle) {

        Object call(Object... arguments) {
            try {
                return (Object) handle.invokeExact(arguments);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(name + " threw", e);
            }
        }

        int status(Object... arguments) {
            return (int) call(arguments);
        }
    }

    /** @throws DriverException where the library lacks it: it is then older than what is asked of it */
    Function function(String function, MemoryLayout result, MemoryLayout... parameters) {
        var address = Optional.of(function)
                .flatMap(symbols::find)
                .orElseThrow(() -> new DriverException("%s has no function %s".formatted(name, function)));
        var handle = Linker.nativeLinker()
                .downcallHandle(address, FunctionDescriptor.of(result, parameters))
                .asSpreader(Object[].class, parameters.length);
        return new Function(
                function, handle.asType(java.lang.invoke.MethodType.methodType(Object.class, Object[].class)));
    }
}
