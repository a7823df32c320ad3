package org.hloexplorer.app.cli;

import java.io.PrintWriter;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes records as JSON, one object per line.
 *
 * <p>Names are the records' own in lower case with underscores, in the order of their components. NaN and infinities,
 * which JSON has no numbers for, are written as the strings {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}.
 */
final class JsonLines {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private final PrintWriter out;

    JsonLines(PrintWriter out) {
        this.out = out;
    }

    static String text(Object line) {
        return MAPPER.writeValueAsString(line);
    }

    void write(Object line) {
        out.println(text(line));
        out.flush();
    }
}
