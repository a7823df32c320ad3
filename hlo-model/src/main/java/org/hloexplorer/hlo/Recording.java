package org.hloexplorer.hlo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of a module that was recorded with it, as XLA's snapshots do.
 *
 * @param arguments what it was given, one per parameter
 * @param result what it gave; null where that was not recorded
 */
public record Recording(List<Literal> arguments, @Nullable Literal result) {
    public Recording {
        arguments = List.copyOf(arguments);
    }
}
