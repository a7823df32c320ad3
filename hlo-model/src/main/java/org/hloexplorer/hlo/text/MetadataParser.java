package org.hloexplorer.hlo.text;

import java.util.StringJoiner;
import org.hloexplorer.hlo.OpMetadata;
import org.jspecify.annotations.Nullable;

/** Reads {@code metadata={op_name="…" stack_frame_id=7}}; equal texts give the same object. */
final class MetadataParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final TextTable<OpMetadata> known;

    private @Nullable String opType;
    private @Nullable String opName;
    private @Nullable String sourceFile;
    private int sourceLine;
    private int sourceEndLine;
    private int sourceColumn;
    private int sourceEndColumn;
    private int stackFrameId;
    private StringJoiner others = new StringJoiner(" ");

    MetadataParser(TokenReader reader) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.known = new TextTable<>(lexer.chars());
    }

    /** Stands at the attribute's name. */
    OpMetadata parse() {
        int start = lexer.end();
        int end = lexer.chars()[start] == '{' ? RawText.balancedEnd(lexer.chars(), start, lexer.length()) : -1;
        if (end > 0) {
            var metadata = known.find(start, end);
            if (metadata != null) {
                lexer.moveTo(end);
                return metadata;
            }
        }
        lexer.next();
        var metadata = parseAnew();
        if (lexer.previousEnd() == end) {
            known.put(start, end, metadata);
        }
        return metadata;
    }

    private OpMetadata parseAnew() {
        clear();
        reader.expect(TokenKind.LEFT_BRACE, "before metadata");
        while (!reader.accept(TokenKind.RIGHT_BRACE)) {
            if (!reader.at(TokenKind.ATTRIBUTE)) {
                throw reader.unexpected("a field of metadata such as op_name=");
            }
            parseField();
            reader.accept(TokenKind.COMMA);
        }
        return new OpMetadata(
                opType,
                opName,
                sourceFile,
                sourceLine,
                sourceEndLine,
                sourceColumn,
                sourceEndColumn,
                stackFrameId,
                others.toString());
    }

    private void clear() {
        opType = null;
        opName = null;
        sourceFile = null;
        sourceLine = 0;
        sourceEndLine = 0;
        sourceColumn = 0;
        sourceEndColumn = 0;
        stackFrameId = 0;
        others = new StringJoiner(" ");
    }

    private void parseField() {
        switch (lexer.text()) {
            case "op_type" -> opType = string();
            case "op_name" -> opName = string();
            case "source_file" -> sourceFile = string();
            case "source_line" -> sourceLine = integer();
            case "source_end_line" -> sourceEndLine = integer();
            case "source_column" -> sourceColumn = integer();
            case "source_end_column" -> sourceEndColumn = integer();
            case "stack_frame_id" -> stackFrameId = integer();
            default -> parseOther();
        }
    }

    private String string() {
        lexer.next();
        return Escapes.decode(reader.expectText(TokenKind.STRING, "a string in quotes"));
    }

    private int integer() {
        lexer.next();
        return reader.expectInt("an integer");
    }

    /** A field that is kept as it is written: braces, or one token. */
    private void parseOther() {
        int start = lexer.start();
        lexer.next();
        if (reader.at(TokenKind.LEFT_BRACE)) {
            reader.balanced();
        } else if (reader.at(TokenKind.INVALID) || reader.at(TokenKind.END)) {
            throw reader.unexpected("a value");
        } else {
            lexer.next();
        }
        others.add(lexer.text(start, lexer.previousEnd()));
    }
}
