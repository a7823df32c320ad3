package org.hloexplorer.app.workbench;

import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;

/**
 * A run to be made.
 *
 * @param seed what the generated arguments were made from
 * @param arguments one per parameter of the entry computation
 * @param compares whether the output is compared with the reference
 */
public record RunRequest(DeviceKind device, long seed, List<Literal> arguments, RunOptions options, boolean compares) {
    public RunRequest {
        arguments = List.copyOf(arguments);
    }
}
