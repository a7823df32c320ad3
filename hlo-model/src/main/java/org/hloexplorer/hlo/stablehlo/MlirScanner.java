package org.hloexplorer.hlo.stablehlo;

import org.hloexplorer.hlo.text.DiagnosticCode;

/** Walks through a text of MLIR, over blanks and comments, one piece at a time. */
final class MlirScanner {
    /** Brackets inside each other beyond all use. */
    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    MlirScanner(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    int offset() {
        blanks();
        return at;
    }

    /** Where the last piece ended, blanks behind it not counted. */
    int rawOffset() {
        return at;
    }

    void moveTo(int offset) {
        at = offset;
    }

    void enter() {
        if (++depth > DEEPEST) {
            throw new MlirException(
                    DiagnosticCode.NESTED_TOO_DEEPLY,
                    at,
                    at + 1,
                    "more than %d levels inside each other".formatted(DEEPEST));
        }
    }

    void leave() {
        depth--;
    }

    private void blanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '/' && at + 1 < text.length() && text.charAt(at + 1) == '/') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    boolean atEnd() {
        blanks();
        return at >= text.length();
    }

    boolean peek(String expected) {
        blanks();
        return text.startsWith(expected, at);
    }

    /** The next character; NUL at the end. */
    char next() {
        blanks();
        return at < text.length() ? text.charAt(at) : '\0';
    }

    boolean accept(String expected) {
        boolean is = peek(expected);
        at += is ? expected.length() : 0;
        return is;
    }

    /** Takes a whole word, where it stands here. */
    boolean acceptWord(String expected) {
        if (!peek(expected) || isWordPart(charAt(at + expected.length()))) {
            return false;
        }
        at += expected.length();
        return true;
    }

    void expect(String expected) {
        if (!accept(expected)) {
            throw unexpected("'" + expected + "'");
        }
    }

    private char charAt(int offset) {
        return offset < text.length() ? text.charAt(offset) : '\0';
    }

    static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c) || c == '.' || c == '$';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    boolean atWord() {
        return isWordStart(next());
    }

    boolean atNumber() {
        char c = next();
        return isDigit(c) || (c == '-' && isDigit(charAt(at + 1)));
    }

    String word() {
        if (!atWord()) {
            throw unexpected("a word");
        }
        int start = at;
        while (isWordPart(charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    /** The word that stands here, left where it is; empty where none does. */
    String peekWord() {
        if (!atWord()) {
            return "";
        }
        int start = at;
        var word = word();
        at = start;
        return word;
    }

    /** What may follow {@code %}, {@code @}, {@code ^} or {@code #}. */
    String suffix() {
        int start = at;
        while (isWordPart(charAt(at)) || charAt(at) == '-') {
            at++;
        }
        if (start == at) {
            throw unexpected("a name");
        }
        return text.substring(start, at);
    }

    /** The text of a number: decimal, with fraction and exponent, or hexadecimal. */
    String number() {
        blanks();
        int start = at;
        if (charAt(at) == '-' || charAt(at) == '+') {
            at++;
        }
        boolean isHex = charAt(at) == '0' && charAt(at + 1) == 'x';
        at += isHex ? 2 : 0;
        while (isHex ? Character.digit(charAt(at), 16) >= 0 : isNumberPart()) {
            at++;
        }
        if (start == at) {
            throw unexpected("a number");
        }
        return text.substring(start, at);
    }

    private boolean isNumberPart() {
        char c = charAt(at);
        if (c == '+' || c == '-') {
            char before = text.charAt(at - 1);
            return before == 'e' || before == 'E';
        }
        return isDigit(c) || c == '.' || c == 'e' || c == 'E';
    }

    long integer() {
        int start = offset();
        var digits = number();
        try {
            return digits.startsWith("0x") ? Long.parseUnsignedLong(digits.substring(2), 16) : Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new MlirException(
                    DiagnosticCode.NUMBER_OUT_OF_RANGE, start, at, digits + " is no integer of 64 bits");
        }
    }

    /** The text between two quotes, with its escapes undone. */
    String string() {
        expect("\"");
        int start = at;
        var out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            out.append(c == '\\' && at < text.length() ? escape() : c);
        }
        if (at >= text.length()) {
            throw new MlirException(DiagnosticCode.UNTERMINATED_STRING, start - 1, start, "this string does not end");
        }
        at++;
        return out.toString();
    }

    private char escape() {
        char c = text.charAt(at++);
        int high = Character.digit(c, 16);
        int low = Character.digit(charAt(at), 16);
        if (high >= 0 && low >= 0) {
            at++;
            return (char) (high * 16 + low);
        }
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            default -> c;
        };
    }

    /** What lies from an opening bracket here to the one that closes it, both included. */
    String balanced() {
        blanks();
        int start = at;
        int open = 0;
        do {
            char c = charAt(at);
            switch (c) {
                case '(', '[', '{', '<' -> open++;
                case ')', ']', '}' -> open--;
                case '>' -> open -= text.charAt(at - 1) == '-' ? 0 : 1;
                case '"' -> {
                    string();
                    at--;
                }
                case '\0' -> {
                    if (at >= text.length()) {
                        throw new MlirException(
                                DiagnosticCode.UNEXPECTED_TOKEN, start, start + 1, "this bracket is never closed");
                    }
                }
                default -> {}
            }
            at++;
        } while (open > 0);
        return text.substring(start, at);
    }

    /** The character here, blanks included; NUL at the end. */
    char rawNext() {
        return charAt(at);
    }

    /** What lies from here to the angle bracket that closes one opened before, without it. */
    String balancedUntilAngle() {
        int start = offset();
        while (!peek(">")) {
            if (atEnd()) {
                throw unexpected("'>'");
            }
            if (next() == '<') {
                balanced();
            } else {
                at++;
            }
        }
        return text.substring(start, at);
    }

    MlirException unexpected(String expected) {
        blanks();
        int end = at;
        while (end < text.length() && end - at < 30 && isWordPart(text.charAt(end))) {
            end++;
        }
        end = Math.min(text.length(), Math.max(end, at + 1));
        var found = at >= text.length() ? "the end of the text" : "'" + text.substring(at, end) + "'";
        return new MlirException(
                DiagnosticCode.UNEXPECTED_TOKEN, at, end, "%s is expected, not %s".formatted(expected, found));
    }
}
