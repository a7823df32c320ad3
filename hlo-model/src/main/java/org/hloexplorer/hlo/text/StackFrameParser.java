package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hloexplorer.hlo.StackFrames;

/** Reads the tables of files, functions, locations and stack frames between a module's header and its computations. */
final class StackFrameParser {
    private final TokenReader reader;
    private final HloLexer lexer;

    StackFrameParser(TokenReader reader) {
        this.reader = reader;
        this.lexer = reader.lexer();
    }

    StackFrames parse() {
        var files = table("FileNames", this::string);
        var functions = table("FunctionNames", this::string);
        var locations = table("FileLocations", this::location);
        var frames = table("StackFrames", this::frame);
        if (files.isEmpty() && functions.isEmpty() && locations.isEmpty() && frames.isEmpty()) {
            return StackFrames.NONE;
        }
        return new StackFrames(files, functions, locations, frames);
    }

    /** A table, if it stands here: rows numbered from 1. */
    private <T> List<T> table(String title, Supplier<T> row) {
        var rows = new ArrayList<T>();
        if (!reader.acceptWord(title)) {
            return rows;
        }
        while (reader.at(TokenKind.INT)) {
            int start = lexer.start();
            int number = reader.expectInt("the number of a row");
            if (number != rows.size() + 1) {
                throw TokenReader.failure(
                        DiagnosticCode.UNEXPECTED_TOKEN,
                        start,
                        lexer.previousEnd(),
                        "row %d of %s is missing before row %d".formatted(rows.size() + 1, title, number));
            }
            rows.add(row.get());
        }
        return rows;
    }

    private String string() {
        return Escapes.decode(reader.expectText(TokenKind.STRING, "a name in quotes"));
    }

    private StackFrames.Location location() {
        var fields = fields();
        return new StackFrames.Location(
                fields.getOrDefault("file_name_id", 0),
                fields.getOrDefault("function_name_id", 0),
                fields.getOrDefault("line", 0),
                fields.getOrDefault("end_line", 0),
                fields.getOrDefault("column", 0),
                fields.getOrDefault("end_column", 0));
    }

    /** XLA prints the parent one too high, so that 1 means none. */
    private StackFrames.Frame frame() {
        var fields = fields();
        return new StackFrames.Frame(
                fields.getOrDefault("file_location_id", 0), fields.getOrDefault("parent_frame_id", 1) - 1);
    }

    private Map<String, Integer> fields() {
        var fields = new HashMap<String, Integer>();
        reader.expect(TokenKind.LEFT_BRACE, "before a row's fields");
        while (!reader.accept(TokenKind.RIGHT_BRACE)) {
            var field = reader.expectText(TokenKind.ATTRIBUTE, "a field such as line=");
            fields.put(field, reader.expectInt("an integer"));
            reader.accept(TokenKind.COMMA);
        }
        return fields;
    }
}
