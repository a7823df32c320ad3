package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A program as text.
 *
 * @param name how messages and titles call it
 * @param file where it lies; null where it does not come from a file
 */
public record ProgramSource(
        String name, String text, @Nullable Path file) {

    /** What is open before anything is opened. */
    public static final ProgramSource NONE = new ProgramSource("", "", null);

    /** The same place with another text, as an editor makes it. */
    public ProgramSource withText(String changed) {
        return new ProgramSource(name, changed, file);
    }
}
