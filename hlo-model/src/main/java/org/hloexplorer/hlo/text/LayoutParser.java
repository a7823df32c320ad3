package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.hloexplorer.hlo.Layout;

/** Reads layouts: the order of dimensions, and what follows the colon. */
final class LayoutParser {
    private final TokenReader reader;
    private final HloLexer lexer;

    LayoutParser(TokenReader reader) {
        this.reader = reader;
        this.lexer = reader.lexer();
    }

    /** Reads a layout where one stands, for an array of this rank; else gives the row-major one. */
    Layout parse(int rank) {
        int start = lexer.start();
        if (!reader.accept(TokenKind.LEFT_BRACE)) {
            return Layout.descending(rank);
        }
        var order = parseOrder();
        if (!isPermutation(order, rank)) {
            throw TokenReader.failure(
                    DiagnosticCode.INVALID_LAYOUT,
                    start,
                    lexer.previousEnd(),
                    "a layout of rank " + rank + " names each dimension from 0 to " + (rank - 1) + " once, not "
                            + order);
        }
        var layout = reader.accept(TokenKind.COLON) ? parseProperties(order) : Layout.of(order);
        reader.expect(TokenKind.RIGHT_BRACE, "behind a layout");
        return layout.isDescending() ? Layout.descending(rank) : layout;
    }

    private List<Integer> parseOrder() {
        var order = new ArrayList<Integer>();
        while (reader.at(TokenKind.INT)) {
            order.add(reader.expectInt("a dimension"));
            if (!reader.accept(TokenKind.COMMA)) {
                break;
            }
        }
        return order;
    }

    private static boolean isPermutation(List<Integer> order, int rank) {
        var seen = new BitSet(rank);
        for (int dimension : order) {
            if (dimension < 0 || dimension >= rank) {
                return false;
            }
            seen.set(dimension);
        }
        return order.size() == rank && seen.cardinality() == rank;
    }

    private Layout parseProperties(List<Integer> order) {
        var tiles = new ArrayList<Layout.Tile>();
        int elementSize = 0;
        int memorySpace = 0;
        var others = new StringBuilder();
        while (!reader.at(TokenKind.RIGHT_BRACE)) {
            if (reader.acceptWord("T")) {
                do {
                    tiles.add(parseTile());
                } while (reader.at(TokenKind.LEFT_PAREN));
            } else if (reader.acceptWord("E")) {
                elementSize = parenthesizedInt();
            } else if (reader.acceptWord("S")) {
                memorySpace = parenthesizedInt();
            } else {
                others.append(parseOther());
            }
        }
        return new Layout(order, tiles, elementSize, memorySpace, others.toString());
    }

    private Layout.Tile parseTile() {
        reader.expect(TokenKind.LEFT_PAREN, "before a tile");
        var dimensions = new ArrayList<Long>();
        do {
            dimensions.add(
                    reader.accept(TokenKind.ASTERISK) ? Layout.COMBINED : reader.expectLong("the size of a tile"));
        } while (reader.accept(TokenKind.COMMA));
        reader.expect(TokenKind.RIGHT_PAREN, "behind a tile");
        return new Layout.Tile(dimensions);
    }

    private int parenthesizedInt() {
        reader.expect(TokenKind.LEFT_PAREN, "before the value of a layout property");
        int value = reader.expectInt("the value of a layout property");
        reader.expect(TokenKind.RIGHT_PAREN, "behind the value of a layout property");
        return value;
    }

    /** A property that is kept as it is written, such as {@code L(2)}, {@code SC(0:4)} or {@code #(u32)}. */
    private String parseOther() {
        int start = lexer.start();
        if (!reader.at(TokenKind.WORD) && !reader.at(TokenKind.HASH) && !reader.at(TokenKind.ASTERISK)) {
            throw reader.unexpected("a property of the layout");
        }
        lexer.next();
        do {
            if (!reader.at(TokenKind.LEFT_PAREN)) {
                throw reader.unexpected("'(' behind the name of a layout property");
            }
            reader.balanced();
        } while (reader.at(TokenKind.LEFT_PAREN));
        return lexer.text(start, lexer.previousEnd());
    }
}
