package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;

/** A place in a text that is read word by word; what is missing is told with its place. */
final class TextCursor {
    private final String text;
    private int at;

    TextCursor(String text) {
        this.text = text;
    }

    List<Long> numbers(String open, String close) {
        expect(open);
        var numbers = new ArrayList<Long>();
        while (!accept(close)) {
            numbers.add(number());
            accept(",");
        }
        return numbers;
    }

    long number() {
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at)) && at - start < 18) {
            at++;
        }
        if (start == at) {
            throw unexpected("a number");
        }
        return Long.parseLong(text.substring(start, at));
    }

    /** Letters, digits and underscores, as many as there are. */
    String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    /** What lies before the next such character, which is passed. */
    String upTo(char end) {
        int found = text.indexOf(end, at);
        if (found < 0) {
            throw unexpected("'" + end + "'");
        }
        var before = text.substring(at, found);
        at = found + 1;
        return before;
    }

    /** Passes braces and all between them. */
    void skipBraces() {
        int depth = 0;
        do {
            if (at >= text.length()) {
                throw unexpected("a closing brace");
            }
            depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
            at++;
        } while (depth > 0);
    }

    void end() {
        blanks();
        if (at != text.length()) {
            throw unexpected("its end");
        }
    }

    void blanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    boolean peek(String expected) {
        return text.startsWith(expected, at);
    }

    boolean accept(String expected) {
        boolean is = peek(expected);
        at += is ? expected.length() : 0;
        return is;
    }

    void expect(String expected) {
        if (!accept(expected)) {
            throw unexpected("'" + expected + "'");
        }
    }

    InvalidProtoException unexpected(String expected) {
        return new InvalidProtoException("%s is expected at character %d".formatted(expected, at + 1));
    }
}
