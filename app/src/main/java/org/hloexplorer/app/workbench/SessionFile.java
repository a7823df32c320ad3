package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.hloexplorer.app.workbench.SourceException.Kind;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Sessions as files that end in {@code .hlox}: JSON, indented, so that two of them can be compared. */
public final class SessionFile {
    /** What names of such files end in. */
    public static final String SUFFIX = ".hlox";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private SessionFile() {}

    /** Whether a file is one, by its name. */
    public static boolean isOne(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(SUFFIX);
    }

    public static void write(Session session, Path file) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(session) + "\n");
    }

    /**
     * Reads one.
     *
     * @throws SourceException where it cannot be read, is no session, or is one of a later program
     */
    public static Session read(Path file) throws SourceException {
        try {
            var session = MAPPER.readValue(Files.readString(file), Session.class);
            if (session.format() > Session.FORMAT) {
                throw new SourceException(
                        Kind.NOT_SUPPORTED,
                        "%s was written by a later version of this program (format %d; this one reads %d)."
                                .formatted(file, session.format(), Session.FORMAT));
            }
            session.settings();
            session.contractionEngine();
            return session;
        } catch (JacksonException | NullPointerException e) {
            throw new SourceException(Kind.UNREADABLE, "%s is no session: %s.".formatted(file, e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new SourceException(
                    Kind.NOT_SUPPORTED, "%s cannot be restored: %s.".formatted(file, e.getMessage()), e);
        } catch (IOException e) {
            throw new SourceException(Kind.UNREADABLE, "%s cannot be read: %s.".formatted(file, e.getMessage()), e);
        }
    }
}
