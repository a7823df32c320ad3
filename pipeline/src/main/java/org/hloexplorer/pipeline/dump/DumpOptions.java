package org.hloexplorer.pipeline.dump;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is dumped, and where, in the terms of XLA's flags.
 *
 * @param passes passes before or after which the module is written, found anywhere in the name; null for none: only the
 *     two ends
 * @param modules names of modules that are written
 * @param largeConstants whether constants of more than ten elements are written in full
 */
public record DumpOptions(
        Path folder, @Nullable Pattern passes, @Nullable Pattern modules, Set<Format> formats, boolean largeConstants) {

    /** What a dumped module looks like. */
    public enum Format {
        TEXT,
        PROTO
    }

    /** The pattern that stands for all passes, of which XLA then writes those that changed something only. */
    static final String ALL = ".*";

    public DumpOptions {
        formats = Set.copyOf(formats);
    }

    /** Everything, as text, so that nothing is lost. */
    public static DumpOptions all(Path folder) {
        return new DumpOptions(folder, Pattern.compile(ALL), null, EnumSet.of(Format.TEXT), true);
    }

    boolean wantsPass(String after, String before) {
        return passes != null
                && (passes.matcher(after).find() || passes.matcher(before).find());
    }

    boolean wantsOnlyChanges() {
        return passes != null && passes.pattern().equals(ALL);
    }

    boolean wantsModule(String name) {
        return modules == null || modules.matcher(name).find();
    }
}
