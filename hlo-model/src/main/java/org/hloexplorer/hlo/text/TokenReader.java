package org.hloexplorer.hlo.text;

import org.jspecify.annotations.Nullable;

/** Reads what the grammar wants from a lexer, and says what was wanted where something else stands. */
final class TokenReader {
    /** How deep shapes, literals and operands may be nested; XLA's own programs stay below ten. */
    static final int MAX_DEPTH = 200;

    private final HloLexer lexer;

    TokenReader(HloLexer lexer) {
        this.lexer = lexer;
    }

    HloLexer lexer() {
        return lexer;
    }

    TokenKind kind() {
        return lexer.kind();
    }

    boolean at(TokenKind kind) {
        return lexer.kind() == kind;
    }

    boolean atWord(String word) {
        return lexer.kind() == TokenKind.WORD && lexer.textIs(word);
    }

    /** Whether the character right behind the token, without a blank between, is this one. */
    boolean isFollowedBy(char c) {
        return lexer.chars()[lexer.end()] == c;
    }

    boolean accept(TokenKind kind) {
        if (lexer.kind() != kind) {
            return false;
        }
        lexer.next();
        return true;
    }

    boolean acceptWord(String word) {
        if (!atWord(word)) {
            return false;
        }
        lexer.next();
        return true;
    }

    void expect(TokenKind kind, String where) {
        if (!accept(kind)) {
            throw unexpected(kind.words() + " " + where);
        }
    }

    String expectText(TokenKind kind, String wanted) {
        if (lexer.kind() != kind) {
            throw unexpected(wanted);
        }
        var text = lexer.text();
        lexer.next();
        return text;
    }

    long expectLong(String wanted) {
        if (lexer.kind() != TokenKind.INT) {
            throw unexpected(wanted);
        }
        long value = longValue(lexer.textStart(), lexer.textEnd());
        lexer.next();
        return value;
    }

    int expectInt(String wanted) {
        int start = lexer.start();
        int end = lexer.end();
        long value = expectLong(wanted);
        if (value != (int) value) {
            throw failure(DiagnosticCode.NUMBER_OUT_OF_RANGE, start, end, value + " does not fit here: " + wanted);
        }
        return (int) value;
    }

    /** A number of things of which there is at least one. */
    int expectCount(String wanted) {
        int start = lexer.start();
        int end = lexer.end();
        int value = expectInt(wanted);
        if (value < 1) {
            throw failure(DiagnosticCode.NUMBER_OUT_OF_RANGE, start, end, value + " does not fit here: " + wanted);
        }
        return value;
    }

    boolean expectBoolean() {
        if (acceptWord("true")) {
            return true;
        }
        if (acceptWord("false")) {
            return false;
        }
        throw unexpected("true or false");
    }

    /** The integer between two offsets. */
    long longValue(int from, int to) {
        var chars = lexer.chars();
        boolean negative = chars[from] == '-';
        long value = 0;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            int digit = chars[i] - '0';
            if (value < (Long.MIN_VALUE + digit) / 10) {
                throw tooLarge(from, to);
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw tooLarge(from, to);
        }
        return negative ? value : -value;
    }

    /** The text between the braces at the token and their match, braces included; strings may hold braces. */
    String balanced() {
        int from = lexer.start();
        int to = RawText.balancedEnd(lexer.chars(), from, lexer.length());
        if (to < 0) {
            throw failure(DiagnosticCode.UNEXPECTED_TOKEN, from, from + 1, "this bracket is not closed");
        }
        lexer.moveTo(to);
        return lexer.text(from, to);
    }

    /** Stands at the token that the grammar does not want; says what it wants. */
    ParseFailure unexpected(String wanted) {
        if (lexer.kind() == TokenKind.INVALID) {
            return failure(lexer.complaintCode(), lexer.start(), lexer.end(), lexer.complaint());
        }
        var found = lexer.kind() == TokenKind.END
                ? "the text ends"
                : "found '" + shortened(lexer.text(lexer.start(), lexer.end())) + "'";
        return failure(
                DiagnosticCode.UNEXPECTED_TOKEN, lexer.start(), lexer.end(), "expected " + wanted + ", but " + found);
    }

    static ParseFailure failure(DiagnosticCode code, int start, int end, String message) {
        return new ParseFailure(code, start, end, message, null);
    }

    static ParseFailure failure(DiagnosticCode code, int start, int end, String message, @Nullable String note) {
        return new ParseFailure(code, start, end, message, note);
    }

    private ParseFailure tooLarge(int from, int to) {
        return failure(
                DiagnosticCode.NUMBER_OUT_OF_RANGE,
                from,
                to,
                shortened(lexer.text(from, to)) + " takes more than 64 bits");
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }
}
