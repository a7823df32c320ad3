package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Reads the value of a constant: braces nested as the shape has dimensions, whatever the layout. */
final class LiteralParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final ShapeParser shapes;

    LiteralParser(TokenReader reader, ShapeParser shapes) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.shapes = shapes;
    }

    /** Reads a value of this shape. Where the text leaves it out, the literal is marked as made up. */
    Literal parse(Shape shape) {
        return parse(shape, 0);
    }

    private Literal parse(Shape shape, int depth) {
        if (isElided()) {
            lexer.next();
            lexer.next();
            reader.expect(TokenKind.RIGHT_BRACE, "behind '...'");
            return Literal.elided(shape);
        }
        return switch (shape) {
            case Shape.Array array -> parseArray(array);
            case Shape.Tuple tuple -> parseTuple(tuple, depth);
            case Shape.Token _, Shape.Opaque _, Shape.Buffer _ ->
                throw TokenReader.failure(
                        DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                        lexer.start(),
                        lexer.end(),
                        "a constant cannot be a " + shape);
        };
    }

    private boolean isElided() {
        if (!reader.at(TokenKind.LEFT_BRACE)) {
            return false;
        }
        var chars = lexer.chars();
        int i = lexer.end();
        while (Characters.isBlank(chars[i])) {
            i++;
        }
        return chars[i] == '.' && chars[i + 1] == '.' && chars[i + 2] == '.';
    }

    private Literal parseTuple(Shape.Tuple tuple, int depth) {
        if (depth > TokenReader.MAX_DEPTH) {
            throw TokenReader.failure(
                    DiagnosticCode.NESTED_TOO_DEEPLY, lexer.start(), lexer.end(), "tuples are nested too deeply");
        }
        reader.expect(TokenKind.LEFT_PAREN, "before the elements of a tuple");
        var elements = new ArrayList<Literal>();
        for (var element : tuple.elements()) {
            if (!elements.isEmpty()) {
                reader.accept(TokenKind.COMMA);
            }
            if (reader.at(TokenKind.WORD) && shapes.atShape()) {
                shapes.parse();
            }
            elements.add(parse(element, depth + 1));
        }
        reader.expect(TokenKind.RIGHT_PAREN, "behind the " + elements.size() + " elements of a tuple");
        return Literal.tuple(elements);
    }

    private Literal parseArray(Shape.Array shape) {
        int start = lexer.start();
        if (shape.dimensions().contains(Shape.UNBOUNDED)) {
            throw TokenReader.failure(
                    DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                    start,
                    lexer.end(),
                    "a constant cannot be unbounded: " + shape);
        }
        if (shape.rank() > TokenReader.MAX_DEPTH) {
            throw TokenReader.failure(
                    DiagnosticCode.NESTED_TOO_DEEPLY, start, lexer.end(), "a constant of rank " + shape.rank());
        }
        if (shape.elements() > lexer.length() - start) {
            throw TokenReader.failure(
                    DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                    start,
                    lexer.end(),
                    "%s has %d elements, more than the rest of the text can hold"
                            .formatted(shape.withoutLayout(), shape.elements()));
        }
        var elements = new ElementParser(reader, shape);
        parseDimension(shape, 0, elements);
        return elements.literal();
    }

    private void parseDimension(Shape.Array shape, int dimension, ElementParser elements) {
        if (dimension == shape.rank()) {
            elements.parse();
            return;
        }
        reader.expect(TokenKind.LEFT_BRACE, "before dimension %d of %s".formatted(dimension, shape.withoutLayout()));
        long size = shape.dimension(dimension);
        for (long i = 0; i < size; i++) {
            if (reader.at(TokenKind.RIGHT_BRACE)) {
                throw wrongSize(shape, dimension, "%d of them".formatted(i));
            }
            parseDimension(shape, dimension + 1, elements);
            reader.accept(TokenKind.COMMA);
        }
        if (!reader.at(TokenKind.RIGHT_BRACE)) {
            throw reader.at(TokenKind.INVALID) || reader.at(TokenKind.END)
                    ? reader.unexpected("'}' behind the elements of dimension " + dimension)
                    : wrongSize(shape, dimension, "more of them");
        }
        lexer.next();
    }

    private ParseFailure wrongSize(Shape.Array shape, int dimension, String found) {
        return TokenReader.failure(
                DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                lexer.start(),
                lexer.end(),
                "dimension %d of %s has %d elements, but here are %s"
                        .formatted(dimension, shape.withoutLayout(), shape.dimension(dimension), found));
    }
}
