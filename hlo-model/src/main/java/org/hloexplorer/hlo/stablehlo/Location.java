package org.hloexplorer.hlo.stablehlo;

import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.OpMetadata;
import org.jspecify.annotations.Nullable;

/** Where an operation comes from in the user's program. */
sealed interface Location {

    Location UNKNOWN = new Alias("");

    /** {@code #loc7}, defined elsewhere in the text. */
    record Alias(String name) implements Location {}

    record Named(String name, Location inner) implements Location {}

    record File(String file, int line, int column, int endLine, int endColumn) implements Location {}

    /** Several places that belong to one operation. */
    record Fused(List<Location> parts) implements Location {}

    /** The metadata that says the same: the first name, and the first place in a file. */
    static OpMetadata metadata(Location location, Map<String, Location> aliases) {
        var found = new Found();
        found.visit(location, aliases, 0);
        var file = found.file;
        return found.name == null && file == null
                ? OpMetadata.NONE
                : new OpMetadata(
                        null,
                        found.name,
                        file == null ? null : file.file(),
                        file == null ? 0 : file.line(),
                        file == null ? 0 : file.endLine(),
                        file == null ? 0 : file.column(),
                        file == null ? 0 : file.endColumn(),
                        0,
                        "");
    }

    /** What a walk through a location came across. */
    final class Found {
        /** Aliases may lead in a circle. */
        private static final int DEEPEST = 50;

        private @Nullable String name;
        private @Nullable File file;

        private Found() {}

        private void visit(Location location, Map<String, Location> aliases, int depth) {
            if (depth > DEEPEST || (name != null && file != null)) {
                return;
            }
            switch (location) {
                case Alias(var alias) -> {
                    var target = aliases.get(alias);
                    if (target != null) {
                        visit(target, aliases, depth + 1);
                    }
                }
                case Named(var given, var inner) -> {
                    name = name == null ? given : name;
                    visit(inner, aliases, depth + 1);
                }
                case File place -> file = file == null ? place : file;
                case Fused(var parts) -> parts.forEach(part -> visit(part, aliases, depth + 1));
            }
        }
    }
}
