package org.hloexplorer.hlo.text;

/** Finds the end of values that are kept as text: brackets with what they hold, and attributes of any form. */
final class RawText {
    private RawText() {}

    /** The offset behind the bracket that closes the one at {@code from}, or -1. */
    static int balancedEnd(char[] chars, int from, int length) {
        int depth = 0;
        for (int i = from; i < length; i++) {
            switch (chars[i]) {
                case '{', '(', '[' -> depth++;
                case '}', ')', ']' -> {
                    if (--depth == 0) {
                        return i + 1;
                    }
                }
                case '"' -> i = stringEnd(chars, i, length) - 1;
                default -> {}
            }
        }
        return -1;
    }

    /**
     * The offset behind an attribute's value that begins at {@code from}: at the comma, closing bracket or end of line
     * that no bracket or string holds. Blanks before it do not count.
     */
    static int valueEnd(char[] chars, int from, int length) {
        int end = from;
        for (int i = from; i < length; i++) {
            char c = chars[i];
            if (c == ',' || c == '}' || c == ')' || c == ']' || (c == '\n' && end > from)) {
                return end;
            }
            if (c == '{' || c == '(' || c == '[') {
                int closed = balancedEnd(chars, i, length);
                if (closed < 0) {
                    return lineEnd(chars, i, length);
                }
                i = closed - 1;
            } else if (c == '"') {
                i = stringEnd(chars, i, length) - 1;
            }
            if (!Characters.isBlank(c)) {
                end = i + 1;
            }
        }
        return end;
    }

    static int lineEnd(char[] chars, int from, int length) {
        int i = from;
        while (i < length && chars[i] != '\n') {
            i++;
        }
        return i;
    }

    /** The offset behind the string that begins here; the end of the text where it does not end. */
    static int stringEnd(char[] chars, int from, int length) {
        for (int i = from + 1; i < length; i++) {
            if (chars[i] == '\\') {
                i++;
            } else if (chars[i] == '"') {
                return i + 1;
            }
        }
        return length;
    }

    /** Whether a text is one pair of braces with what they hold, as a JSON object is. */
    static boolean isBraced(String text) {
        return text.startsWith("{") && balancedEnd(text.toCharArray(), 0, text.length()) == text.length();
    }
}
