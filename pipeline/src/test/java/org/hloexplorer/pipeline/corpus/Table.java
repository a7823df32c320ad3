package org.hloexplorer.pipeline.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A table of a report, written as Markdown to {@code target/corpus}. */
final class Table {
    private static final Path FOLDER = Path.of("target/corpus");

    private final List<String> lines = new ArrayList<>();

    Table(String... heads) {
        row((Object[]) heads);
        lines.add("|---".repeat(heads.length) + "|");
    }

    void row(Object... cells) {
        lines.add("| "
                + String.join(
                        " | ", List.of(cells).stream().map(String::valueOf).toList()) + " |");
    }

    void write(String file, String summary) throws IOException {
        Files.createDirectories(FOLDER);
        var text = summary + "\n\n" + String.join("\n", lines) + "\n";
        Files.writeString(FOLDER.resolve(file), text);
        System.out.println(text);
    }
}
