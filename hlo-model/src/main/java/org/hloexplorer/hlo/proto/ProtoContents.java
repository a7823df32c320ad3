package org.hloexplorer.hlo.proto;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Recording;
import org.jspecify.annotations.Nullable;

/**
 * What a file of protocol buffers holds.
 *
 * @param arguments the inputs of a snapshot; none where the file holds a module alone
 * @param result what the module gave for them, where a snapshot says so
 */
public record ProtoContents(
        HloModule module, List<Literal> arguments, @Nullable Literal result) {
    public ProtoContents {
        arguments = List.copyOf(arguments);
    }

    /** The run of a snapshot; a program without parameters is run by its result. */
    public Optional<Recording> recording() {
        return arguments.isEmpty() && result == null ? Optional.empty() : Optional.of(new Recording(arguments, result));
    }
}
