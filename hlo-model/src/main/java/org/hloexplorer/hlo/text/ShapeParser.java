package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Reads shapes. The same text gives the same shape object, so that a large module holds few. */
final class ShapeParser {
    private static final int MAX_RANK = 1000;

    private final TokenReader reader;
    private final HloLexer lexer;
    private final LayoutParser layouts;
    private final TextTable<Shape> known;

    ShapeParser(TokenReader reader) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.layouts = new LayoutParser(reader);
        this.known = new TextTable<>(lexer.chars());
    }

    /** Whether a shape begins at the token; a bare name that is spelt like a type is none. */
    boolean atShape() {
        if (lexer.kind() == TokenKind.LEFT_PAREN) {
            return true;
        }
        if (lexer.kind() != TokenKind.WORD) {
            return false;
        }
        return reader.isFollowedBy('[') || (reader.isFollowedBy('(') && lexer.textIs("b"));
    }

    /** Whether an array's shape begins at the token. */
    boolean atArray() {
        return lexer.kind() == TokenKind.WORD && reader.isFollowedBy('[');
    }

    Shape parse() {
        return parse(0);
    }

    private Shape parse(int depth) {
        int start = lexer.start();
        int end = ShapeExtent.end(lexer.chars(), start, lexer.length());
        if (end > 0) {
            var shape = known.find(start, end);
            if (shape != null) {
                lexer.moveTo(end);
                return shape;
            }
        }
        var shape = parseAnew(depth);
        if (lexer.previousEnd() == end) {
            known.put(start, end, shape);
        }
        return shape;
    }

    private Shape parseAnew(int depth) {
        if (depth > TokenReader.MAX_DEPTH) {
            throw TokenReader.failure(
                    DiagnosticCode.NESTED_TOO_DEEPLY, lexer.start(), lexer.end(), "tuples are nested too deeply");
        }
        if (reader.accept(TokenKind.LEFT_PAREN)) {
            return parseTuple(depth);
        }
        if (reader.atWord("b") && reader.isFollowedBy('(')) {
            return parseBuffer(depth);
        }
        return parseArray();
    }

    private Shape parseTuple(int depth) {
        var elements = new ArrayList<Shape>();
        while (!reader.at(TokenKind.RIGHT_PAREN)) {
            if (!elements.isEmpty()) {
                reader.expect(TokenKind.COMMA, "between the elements of a tuple");
            }
            elements.add(parse(depth + 1));
        }
        lexer.next();
        return new Shape.Tuple(elements);
    }

    private Shape parseBuffer(int depth) {
        int start = lexer.start();
        lexer.next();
        reader.expect(TokenKind.LEFT_PAREN, "before the contents of a buffer");
        var contents = parse(depth + 1);
        reader.expect(TokenKind.RIGHT_PAREN, "behind the contents of a buffer");
        if (contents instanceof Shape.Array array) {
            return new Shape.Buffer(array);
        }
        throw TokenReader.failure(
                DiagnosticCode.UNEXPECTED_TOKEN,
                start,
                lexer.previousEnd(),
                "a buffer holds an array, not " + contents);
    }

    private Shape parseArray() {
        int start = lexer.start();
        int end = lexer.end();
        if (!reader.at(TokenKind.WORD)) {
            throw reader.unexpected("a shape");
        }
        var name = lexer.text();
        lexer.next();
        var dimensions = new ArrayList<Long>();
        var dynamic = parseDimensions(dimensions);
        if (name.equals("token") || name.equals("opaque")) {
            parseLayout(0);
            return name.equals("token") ? new Shape.Token() : new Shape.Opaque();
        }
        var type = PrimitiveType.named(name)
                .orElseThrow(() -> TokenReader.failure(
                        DiagnosticCode.UNEXPECTED_TOKEN, start, end, "'" + name + "' is no element type"));
        checkSize(type, dimensions, start);
        return new Shape.Array(type, dimensions, dynamic, parseLayout(dimensions.size()));
    }

    private Layout parseLayout(int rank) {
        return atLayout() ? layouts.parse(rank) : Layout.descending(rank);
    }

    /** A brace behind a shape begins a layout only where an integer or a colon follows, or, close by, nothing. */
    private boolean atLayout() {
        if (!reader.at(TokenKind.LEFT_BRACE)) {
            return false;
        }
        var chars = lexer.chars();
        int i = lexer.end();
        while (Characters.isBlank(chars[i])) {
            i++;
        }
        boolean isEmpty = chars[i] == '}' && lexer.previousEnd() == lexer.start();
        return Characters.isDigit(chars[i]) || chars[i] == ':' || isEmpty;
    }

    private Set<Integer> parseDimensions(List<Long> dimensions) {
        reader.expect(TokenKind.LEFT_BRACKET, "before dimensions");
        var dynamic = new LinkedHashSet<Integer>();
        while (!reader.at(TokenKind.RIGHT_BRACKET)) {
            if (!dimensions.isEmpty()) {
                reader.expect(TokenKind.COMMA, "between dimensions");
            }
            if (dimensions.size() == MAX_RANK) {
                throw TokenReader.failure(
                        DiagnosticCode.SHAPE_TOO_LARGE, lexer.start(), lexer.end(), "more than 1000 dimensions");
            }
            dimensions.add(parseDimension(dimensions.size(), dynamic));
        }
        lexer.next();
        return dynamic;
    }

    private long parseDimension(int index, Set<Integer> dynamic) {
        if (reader.accept(TokenKind.QUESTION)) {
            dynamic.add(index);
            return Shape.UNBOUNDED;
        }
        if (reader.accept(TokenKind.AT_MOST)) {
            dynamic.add(index);
        }
        int start = lexer.start();
        int end = lexer.end();
        long size = reader.expectLong("the size of a dimension");
        if (size < 0) {
            throw TokenReader.failure(
                    DiagnosticCode.NUMBER_OUT_OF_RANGE, start, end, "a dimension of size " + size + " cannot be");
        }
        return size;
    }

    private void checkSize(PrimitiveType type, List<Long> dimensions, int start) {
        long bytes = type.bytes();
        for (long size : dimensions) {
            if (size == Shape.UNBOUNDED) {
                continue;
            }
            if (size != 0 && bytes > Long.MAX_VALUE / size) {
                throw TokenReader.failure(
                        DiagnosticCode.SHAPE_TOO_LARGE,
                        start,
                        lexer.previousEnd(),
                        "this array would take more than 2^63 bytes");
            }
            bytes = Math.max(1, bytes * size);
        }
    }
}
