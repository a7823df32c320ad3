package org.hloexplorer.hlo.text;

import org.jspecify.annotations.Nullable;

/**
 * Cuts HLO text into tokens, one at a time and without copying: a token is a kind and two offsets.
 *
 * <p>A text that is no token yields {@link TokenKind#INVALID} with a complaint; the lexer itself never throws.
 */
final class HloLexer {
    private static final char END = '\0';

    private final char[] chars;
    private final int length;

    private int position;
    private TokenKind kind = TokenKind.END;
    private int start;
    private int end;
    private int textStart;
    private int textEnd;
    private int previousEnd;
    private @Nullable DiagnosticCode complaintCode;
    private String complaint = "";

    /** Begins before the first token. */
    HloLexer(String text) {
        length = text.length();
        chars = new char[length + 1];
        text.getChars(0, length, chars, 0);
        chars[length] = END;
    }

    TokenKind kind() {
        return kind;
    }

    /** The offset of the token's first character. */
    int start() {
        return start;
    }

    /** The offset behind the token's last character. */
    int end() {
        return end;
    }

    /** Where the token's own text begins: behind the {@code %} of a name, behind the quote of a string. */
    int textStart() {
        return textStart;
    }

    int textEnd() {
        return textEnd;
    }

    /** The end of the token before this one. */
    int previousEnd() {
        return previousEnd;
    }

    /** The characters of the whole text, and one NUL. */
    char[] chars() {
        return chars;
    }

    int length() {
        return length;
    }

    /** The token's own text. */
    String text() {
        return new String(chars, textStart, textEnd - textStart);
    }

    String text(int from, int to) {
        return new String(chars, from, to - from);
    }

    boolean textIs(String expected) {
        return textEnd - textStart == expected.length() && startsWith(textStart, expected);
    }

    DiagnosticCode complaintCode() {
        return complaintCode == null ? DiagnosticCode.UNEXPECTED_TOKEN : complaintCode;
    }

    String complaint() {
        return complaint;
    }

    /** Goes on behind this offset; the next token is the first one there. */
    void moveTo(int offset) {
        position = Math.min(offset, length);
        end = position;
        next();
    }

    /** Moves to the next token. */
    TokenKind next() {
        previousEnd = end;
        if (!skipBlanks()) {
            return kind;
        }
        start = position;
        textStart = position;
        char c = chars[position];
        if (Characters.startsWord(c)) {
            return lexWord();
        }
        if (Characters.isDigit(c) || c == '-' || c == '?' || c == '.') {
            return lexNumberOrMark(c);
        }
        return switch (c) {
            case '%' -> lexPercentName();
            case '"', '\'' -> lexString(c);
            case '<' ->
                chars[position + 1] == '='
                        ? mark(TokenKind.AT_MOST, 2)
                        : invalid(DiagnosticCode.UNEXPECTED_CHARACTER, "'<' begins nothing but '<='", 1);
            default -> lexMark(c);
        };
    }

    private TokenKind lexMark(char c) {
        return switch (c) {
            case '=' -> mark(TokenKind.EQUALS, 1);
            case ',' -> mark(TokenKind.COMMA, 1);
            case ':' -> mark(TokenKind.COLON, 1);
            case '*' -> mark(TokenKind.ASTERISK, 1);
            case '#' -> mark(TokenKind.HASH, 1);
            case '+' -> mark(TokenKind.PLUS, 1);
            case '~' -> mark(TokenKind.TILDE, 1);
            case '[' -> mark(TokenKind.LEFT_BRACKET, 1);
            case ']' -> mark(TokenKind.RIGHT_BRACKET, 1);
            case '{' -> mark(TokenKind.LEFT_BRACE, 1);
            case '}' -> mark(TokenKind.RIGHT_BRACE, 1);
            case '(' -> mark(TokenKind.LEFT_PAREN, 1);
            case ')' -> mark(TokenKind.RIGHT_PAREN, 1);
            default -> lexOther(c);
        };
    }

    private TokenKind lexOther(char c) {
        if (position >= length) {
            return mark(TokenKind.END, 0);
        }
        return invalid(DiagnosticCode.UNEXPECTED_CHARACTER, Characters.described(c) + " has no meaning here", 1);
    }

    private TokenKind mark(TokenKind found, int size) {
        position += size;
        return token(found, textStart, position);
    }

    private TokenKind token(TokenKind found, int from, int to) {
        kind = found;
        textStart = from;
        textEnd = to;
        end = position;
        return found;
    }

    private TokenKind invalid(DiagnosticCode code, String message, int size) {
        complaintCode = code;
        complaint = message;
        return mark(TokenKind.INVALID, size);
    }

    /** Skips blanks and comments; false where a comment does not end, which becomes the token. */
    private boolean skipBlanks() {
        while (true) {
            char c = chars[position];
            if (Characters.isBlank(c)) {
                position++;
            } else if (c != '/') {
                return true;
            } else if (chars[position + 1] == '/') {
                skipToLineEnd();
            } else if (chars[position + 1] != '*') {
                return true;
            } else if (!skipComment()) {
                return false;
            }
        }
    }

    private void skipToLineEnd() {
        while (position < length && chars[position] != '\n') {
            position++;
        }
    }

    private boolean skipComment() {
        for (int i = position + 2; i < length; i++) {
            if (chars[i] == '*' && chars[i + 1] == '/') {
                position = i + 2;
                return true;
            }
        }
        start = position;
        textStart = position;
        invalid(DiagnosticCode.UNTERMINATED_COMMENT, "this comment does not end", 2);
        position = length;
        return false;
    }

    private TokenKind lexWord() {
        int labelsEnd = DimLabels.end(chars, position);
        if (labelsEnd > 0) {
            position = labelsEnd;
            return token(TokenKind.DIM_LABELS, textStart, position);
        }
        int i = position + 1;
        while (Characters.isWordPart(chars[i])) {
            i++;
        }
        position = i;
        if (chars[i] == '=') {
            position++;
            return token(TokenKind.ATTRIBUTE, textStart, i);
        }
        if (chars[i] == ':') {
            position++;
            return token(TokenKind.NAME, textStart, i);
        }
        return token(TokenKind.WORD, textStart, i);
    }

    private TokenKind lexPercentName() {
        int from = position + 1;
        int i = from;
        while (Characters.isWordPart(chars[i])) {
            i++;
        }
        if (i == from) {
            return invalid(DiagnosticCode.UNEXPECTED_CHARACTER, "a name is missing behind '%'", 1);
        }
        position = chars[i] == ':' ? i + 1 : i;
        return token(TokenKind.NAME, from, i);
    }

    private TokenKind lexString(char quote) {
        for (int i = position + 1; i < length; i++) {
            if (chars[i] == '\\') {
                i++;
            } else if (chars[i] == quote) {
                position = i + 1;
                return token(TokenKind.STRING, textStart + 1, i);
            }
        }
        return invalid(DiagnosticCode.UNTERMINATED_STRING, "this string does not end", 1);
    }

    /** XLA tries, in this order: a float, dim_labels, sizes, padding, an integer, then marks. */
    private TokenKind lexNumberOrMark(char c) {
        if (c == '-' && chars[position + 1] == '>') {
            return mark(TokenKind.ARROW, 2);
        }
        if (c == '.' && chars[position + 1] == '.' && chars[position + 2] == '.') {
            return mark(TokenKind.ELLIPSIS, 3);
        }
        int labelsEnd = DimLabels.end(chars, position);
        if (labelsEnd > 0) {
            position = labelsEnd;
            return token(TokenKind.DIM_LABELS, textStart, position);
        }
        if (c == '?') {
            return mark(TokenKind.QUESTION, 1);
        }
        if (c == '-' && Characters.startsWord(chars[position + 1])) {
            return lexNegativeWord();
        }
        return lexNumber();
    }

    /** {@code -inf} and {@code -nan}; what else begins so is refused by whoever reads the word. */
    private TokenKind lexNegativeWord() {
        position++;
        while (Characters.isWordPart(chars[position])) {
            position++;
        }
        return token(TokenKind.WORD, textStart, position);
    }

    private TokenKind lexNumber() {
        int i = position;
        if (chars[i] == '-') {
            i++;
        }
        int digits = i;
        i = Numbers.digitsEnd(chars, i);
        if (i > digits && chars[i] == '_' && Numbers.isSigned(chars, i + 1)) {
            position = Numbers.paddingEnd(chars, i);
            return token(TokenKind.PADDING, textStart, position);
        }
        if (i > digits && chars[i] == 'x' && Characters.isDigit(chars[i + 1])) {
            position = Numbers.sizesEnd(chars, i);
            return token(TokenKind.SIZES, textStart, position);
        }
        int floatEnd = Numbers.floatEnd(chars, digits, i);
        if (floatEnd > 0) {
            position = floatEnd;
            return token(TokenKind.FLOAT, textStart, position);
        }
        if (i == digits) {
            return invalid(
                    DiagnosticCode.UNEXPECTED_CHARACTER, "'" + chars[position] + "' is not followed by a number", 1);
        }
        position = i;
        return token(TokenKind.INT, textStart, position);
    }

    private boolean startsWith(int offset, String expected) {
        for (int i = 0; i < expected.length(); i++) {
            if (chars[offset + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
