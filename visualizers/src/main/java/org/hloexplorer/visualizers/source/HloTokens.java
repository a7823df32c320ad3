package org.hloexplorer.visualizers.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * Cuts HLO text into pieces to be coloured.
 *
 * <p>Takes any text, also one that does not parse, and never fails: colours must not wait for correctness.
 */
public final class HloTokens {

    /** What a piece of text is; the name in lower case is its style class. */
    public enum Kind {
        KEYWORD,
        OPCODE,
        TYPE,
        NAME,
        ATTRIBUTE,
        NUMBER,
        STRING,
        COMMENT
    }

    /** A piece of the text; what lies between pieces has no colour. */
    public record Token(int start, int end, Kind kind) {}

    private static final Set<String> KEYWORDS = Set.of(
            "HloModule",
            "ENTRY",
            "ROOT",
            "FileNames",
            "FunctionNames",
            "FileLocations",
            "StackFrames",
            "true",
            "false");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private HloTokens(String text) {
        this.text = text;
    }

    public static List<Token> of(String text) {
        var cutter = new HloTokens(text);
        while (cutter.at < text.length()) {
            cutter.next();
        }
        return cutter.tokens;
    }

    private void next() {
        char first = text.charAt(at);
        int start = at;
        if (first == '/' && (peek(1) == '*' || peek(1) == '/')) {
            comment(start);
        } else if (first == '"') {
            string(start);
        } else if (first == '%') {
            at++;
            skipWord();
            add(start, Kind.NAME);
        } else if (isWordStart(first)) {
            skipWord();
            word(start);
        } else if (Character.isDigit(first) || (first == '-' && Character.isDigit(peek(1)))) {
            at++;
            skipNumber();
            add(start, Kind.NUMBER);
        } else {
            at++;
        }
    }

    private void comment(int start) {
        boolean block = peek(1) == '*';
        int end = block ? text.indexOf("*/", at + 2) : text.indexOf('\n', at);
        at = end < 0 ? text.length() : block ? end + 2 : end;
        add(start, Kind.COMMENT);
    }

    private void string(int start) {
        at++;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(text.length(), at + 1);
        add(start, Kind.STRING);
    }

    private void word(int start) {
        var word = text.substring(start, at);
        if (KEYWORDS.contains(word)) {
            add(start, Kind.KEYWORD);
        } else if (peek(0) == '[' && PrimitiveType.named(word).isPresent()) {
            shape(start);
        } else if (peek(0) == '=') {
            add(start, Kind.ATTRIBUTE);
        } else if (peek(0) == '(' && HloOpcode.named(word).isPresent()) {
            add(start, Kind.OPCODE);
        } else if (isSpecialNumber(word)) {
            add(start, Kind.NUMBER);
        } else if (isOperandOrDefinition(start)) {
            add(start, Kind.NAME);
        }
    }

    private static boolean isSpecialNumber(String word) {
        return word.equals("inf") || word.equals("nan");
    }

    /** Names without {@code %}, as newer XLA prints them: in parentheses, or left of an equals sign with spaces. */
    private boolean isOperandOrDefinition(int start) {
        int after = at;
        while (after < text.length() && text.charAt(after) == ' ') {
            after++;
        }
        boolean defined = after < text.length() && text.charAt(after) == '=' && after > at;
        int before = start - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        boolean operand = before >= 0
                && (text.charAt(before) == '(' || text.charAt(before) == ',')
                && after < text.length()
                && (text.charAt(after) == ')' || text.charAt(after) == ',');
        return defined || operand;
    }

    /** An array's type with its dimensions, and its layout where one follows. */
    private void shape(int start) {
        skipTo(']');
        if (peek(0) == '{') {
            skipTo('}');
        }
        add(start, Kind.TYPE);
    }

    private void skipTo(char end) {
        while (at < text.length() && text.charAt(at) != end && text.charAt(at) != '\n') {
            at++;
        }
        at = Math.min(text.length(), at + 1);
    }

    private void skipWord() {
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
    }

    private void skipNumber() {
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at))
                        || text.charAt(at) == '.'
                        || ((text.charAt(at) == '-' || text.charAt(at) == '+') && isExponent(text.charAt(at - 1))))) {
            at++;
        }
    }

    private static boolean isExponent(char character) {
        return character == 'e' || character == 'E';
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private void add(int start, Kind kind) {
        tokens.add(new Token(start, at, kind));
    }

    private static boolean isWordStart(char character) {
        return Character.isLetter(character) || character == '_';
    }

    static boolean isWordPart(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == '.' || character == '-';
    }
}
