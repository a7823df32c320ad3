package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.hloexplorer.pipeline.dump.DumpFolder;

/** Finds dump folders where users name one. */
public final class Dumps {
    private Dumps() {}

    /** Whether this names a folder that holds modules that XLA, or this program, dumped. */
    public static boolean isOne(String argument) {
        return path(argument).filter(DumpFolder::isDump).isPresent();
    }

    /**
     * The folder, as a list of what is in it.
     *
     * @throws SourceException where it cannot be listed
     */
    public static DumpFolder open(Path folder) throws SourceException {
        try {
            return DumpFolder.open(folder);
        } catch (IOException e) {
            throw new SourceException(
                    SourceException.Kind.UNREADABLE, "%s cannot be read: %s.".formatted(folder, e.getMessage()), e);
        }
    }

    private static Optional<Path> path(String argument) {
        try {
            return Optional.of(Path.of(argument));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
