package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import org.hloexplorer.hlo.reader.Format;
import org.hloexplorer.hlo.text.ParsedModule;
import org.jspecify.annotations.Nullable;

/**
 * A program as text.
 *
 * @param name how messages and titles call it
 * @param text HLO; of another format, the HLO it was converted to, or its own text where it could not be
 * @param file where it lies; null where it does not come from a file
 * @param format in which it was read
 * @param converted what was made of another format; null where the text itself is to be parsed
 */
public record ProgramSource(
        String name,
        String text,
        @Nullable Path file,
        Format format,
        @Nullable ParsedModule converted) {

    /** What is open before anything is opened. */
    public static final ProgramSource NONE = new ProgramSource("", "", null);

    /** A program in HLO text. */
    public ProgramSource(String name, String text, @Nullable Path file) {
        this(name, text, file, Format.HLO_TEXT, null);
    }

    /** The same place with another text, as an editor makes it. */
    public ProgramSource withText(String changed) {
        return new ProgramSource(name, changed, file);
    }
}
