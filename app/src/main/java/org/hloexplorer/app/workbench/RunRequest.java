package org.hloexplorer.app.workbench;

import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * A run to be made.
 *
 * @param seed what the generated arguments were made from
 * @param arguments one per parameter of the entry computation
 * @param compares whether the output is compared with the reference
 * @param recordedResult what these arguments gave elsewhere, to be compared with; null where that is not known
 */
public record RunRequest(
        DeviceKind device,
        long seed,
        List<Literal> arguments,
        RunOptions options,
        boolean compares,
        @Nullable Literal recordedResult) {
    public RunRequest {
        arguments = List.copyOf(arguments);
    }

    /** A run that was not made elsewhere before. */
    public RunRequest(DeviceKind device, long seed, List<Literal> arguments, RunOptions options, boolean compares) {
        this(device, seed, arguments, options, compares, null);
    }
}
