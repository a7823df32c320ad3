package org.hloexplorer.pipeline.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Why some outcomes differ from XLA's, from a file with a line for each: where, which pass, the reason. */
final class Reasons {
    private static final Path FOLDER = Path.of("src/test/resources/corpus");

    private final Map<String, String> reasons = new LinkedHashMap<>();
    private final Set<String> asked = new HashSet<>();

    Reasons(String file) throws IOException {
        for (var line : Files.readAllLines(FOLDER.resolve(file))) {
            var parts = line.split("\t", 3);
            reasons.put(parts[0] + "\t" + parts[1], parts[2]);
        }
    }

    /** The reason for this difference; "unexplained" where the file has none. */
    String of(String program, String pass) {
        var key = program + "\t" + pass;
        asked.add(key);
        return reasons.getOrDefault(key, "unexplained");
    }

    /** The differences that the file explains and that are no more. */
    Set<String> outdated() {
        var rest = new HashSet<>(reasons.keySet());
        rest.removeAll(asked);
        return rest;
    }
}
