package org.hloexplorer.hlo.text;

/** Finds where a shape ends without reading it, so that one that was read before need not be read again. */
final class ShapeExtent {
    private static final int UNKNOWN = -1;

    private ShapeExtent() {}

    /** The offset behind the shape that begins here, or -1 where only reading it can tell. */
    static int end(char[] chars, int from, int length) {
        return chars[from] == '(' ? tupleEnd(chars, from, length) : arrayEnd(chars, from);
    }

    private static int tupleEnd(char[] chars, int from, int length) {
        int depth = 0;
        for (int i = from; i < length; i++) {
            switch (chars[i]) {
                case '(' -> depth++;
                case ')' -> {
                    if (--depth == 0) {
                        return i + 1;
                    }
                }
                case '/' -> i = commentEnd(chars, i, length) - 1;
                case '"', '=', '%', '\n' -> {
                    return UNKNOWN;
                }
                default -> {}
            }
        }
        return UNKNOWN;
    }

    /** XLA marks every fifth element of a tuple with a comment. */
    private static int commentEnd(char[] chars, int from, int length) {
        for (int i = from + 2; i < length; i++) {
            if (chars[i] == '*' && chars[i + 1] == '/') {
                return i + 2;
            }
        }
        return length;
    }

    /** An array as XLA prints it: no blanks, and a layout only right behind the dimensions. */
    private static int arrayEnd(char[] chars, int from) {
        int i = from;
        while (Characters.isWordPart(chars[i])) {
            i++;
        }
        if (chars[i] != '[') {
            return UNKNOWN;
        }
        while (isDimensionPart(chars[++i])) {}
        if (chars[i] != ']') {
            return UNKNOWN;
        }
        i++;
        if (chars[i] != '{' || !(Characters.isDigit(chars[i + 1]) || chars[i + 1] == ':')) {
            return isFollowedByBrace(chars, i) ? UNKNOWN : i;
        }
        while (isLayoutPart(chars[++i])) {}
        return chars[i] == '}' ? i + 1 : UNKNOWN;
    }

    /** A brace here, or behind blanks, may begin a layout that only the grammar can tell from a body. */
    private static boolean isFollowedByBrace(char[] chars, int from) {
        int i = from;
        while (Characters.isBlank(chars[i])) {
            i++;
        }
        return chars[i] == '{';
    }

    private static boolean isDimensionPart(char c) {
        return Characters.isDigit(c) || c == ',' || c == '<' || c == '=' || c == '?';
    }

    private static boolean isLayoutPart(char c) {
        return Characters.isWordPart(c) || c == ',' || c == ':' || c == '(' || c == ')' || c == '*' || c == '#';
    }
}
