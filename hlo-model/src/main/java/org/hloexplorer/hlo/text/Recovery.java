package org.hloexplorer.hlo.text;

/** Finds where to go on after an error: at the next line that looks like an instruction or a computation. */
final class Recovery {
    private Recovery() {}

    /**
     * Moves to the next line that begins an instruction or a computation, or ends one; or to the brace at the end of this
     * line that ends the computation.
     *
     * @param start where what is wrong begins; what follows it is looked at
     * @param failure where it was found to be wrong
     * @param column where the computation began; a brace further to the right ends something else
     */
    static void skip(TokenReader reader, int start, int failure, int column) {
        var lexer = reader.lexer();
        var chars = lexer.chars();
        int length = lexer.length();
        int end = closingBrace(chars, failure, length);
        if (end >= 0) {
            lexer.moveTo(end);
            return;
        }
        int line = firstOfLine(chars, failure) > start ? firstOfLine(chars, failure) : nextLine(chars, failure, length);
        while (line < length && !isBeginning(chars, line, column)) {
            line = nextLine(chars, line, length);
        }
        lexer.moveTo(line);
    }

    /**
     * The brace at the end of the line of a failure that closes more than was opened behind the failure, where no further
     * instruction follows; negative where there is none. A brace that closes what was opened before the failure stands
     * before another instruction, or another brace.
     */
    private static int closingBrace(char[] chars, int failure, int length) {
        int last = lastOfLine(chars, failure);
        if (last < failure || chars[last] != '}' || chars[firstOfLine(chars, failure)] == '}') {
            return -1;
        }
        int next = nextLine(chars, failure, length);
        while (next < length && (Characters.isBlank(chars[next]) || isComment(chars, next))) {
            next = nextLine(chars, next, length);
        }
        boolean isLast = next >= length || isComputation(chars, next);
        return isLast && unopened(chars, failure, last) > 0 ? last : -1;
    }

    private static boolean isComment(char[] chars, int line) {
        return chars[line] == '/' && chars[line + 1] == '/';
    }

    /** How many braces are closed from here to there that were not opened there. */
    private static int unopened(char[] chars, int from, int last) {
        int depth = 0;
        int unopened = 0;
        boolean inString = false;
        for (int i = from; i <= last; i++) {
            if (chars[i] == '"' && chars[i - 1] != '\\') {
                inString = !inString;
            } else if (!inString && chars[i] == '{') {
                depth++;
            } else if (!inString && chars[i] == '}' && depth-- == 0) {
                depth = 0;
                unopened++;
            }
        }
        return unopened;
    }

    /** Moves to the next line that begins a computation. */
    static void skipToComputation(TokenReader reader, int failure) {
        var lexer = reader.lexer();
        var chars = lexer.chars();
        int line = nextLine(chars, failure, lexer.length());
        while (line < lexer.length() && !isComputation(chars, line)) {
            line = nextLine(chars, line, lexer.length());
        }
        lexer.moveTo(line);
    }

    private static boolean isBeginning(char[] chars, int line, int column) {
        if (chars[line] == '}') {
            return columnOf(chars, line) <= column;
        }
        return isInstruction(chars, line) || isComputation(chars, line);
    }

    static boolean isInstruction(char[] chars, int line) {
        int name = chars[line] == 'R' && word(chars, line) == line + 4 ? blanks(chars, line + 4) : line;
        int end = word(chars, chars[name] == '%' ? name + 1 : name);
        return end > name && chars[blanks(chars, end)] == '=';
    }

    /** A name, perhaps with parameters and a result, and a brace at the end of the line. */
    static boolean isComputation(char[] chars, int line) {
        int end = word(chars, chars[line] == '%' ? line + 1 : line);
        if (end == line) {
            return false;
        }
        char next = chars[blanks(chars, end)];
        boolean isEntry = end - line == 5 && chars[line] == 'E' && chars[line + 1] == 'N';
        return (isEntry || next == '(' || next == '{') && endsWithBrace(chars, line);
    }

    private static boolean endsWithBrace(char[] chars, int line) {
        return chars[lastOfLine(chars, line)] == '{';
    }

    /** The last character of a line, blanks left out. */
    private static int lastOfLine(char[] chars, int from) {
        int last = lineEnd(chars, from) - 1;
        while (last > from && Characters.isBlank(chars[last])) {
            last--;
        }
        return last;
    }

    private static int word(char[] chars, int from) {
        int i = from;
        while (Characters.isWordPart(chars[i])) {
            i++;
        }
        return i;
    }

    private static int blanks(char[] chars, int from) {
        int i = from;
        while (chars[i] == ' ' || chars[i] == '\t') {
            i++;
        }
        return i;
    }

    private static int lineEnd(char[] chars, int from) {
        return RawText.lineEnd(chars, from, chars.length - 1);
    }

    /** The first character of the line that holds an offset, blanks left out. */
    private static int firstOfLine(char[] chars, int offset) {
        int i = Math.min(offset, chars.length - 1);
        while (i > 0 && chars[i - 1] != '\n') {
            i--;
        }
        return blanks(chars, i);
    }

    static int columnOf(char[] chars, int offset) {
        int i = offset;
        while (i > 0 && chars[i - 1] != '\n') {
            i--;
        }
        return offset - i;
    }

    /** The first character behind the end of this line, blanks left out. */
    private static int nextLine(char[] chars, int from, int length) {
        int end = lineEnd(chars, from);
        return end >= length ? length : Math.min(length, blanks(chars, end + 1));
    }
}
