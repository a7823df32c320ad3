package org.hloexplorer.hlo.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.hloexplorer.hlo.HloOpcode;

/** Reads queries. */
final class QueryParser {
    private static final int MAX_DEPTH = 100;
    private static final Set<String> NUMBERS = Set.of("elements", "bytes", "rank", "operands", "users");

    private final String text;
    private int position;

    QueryParser(String text) {
        this.text = text;
    }

    List<HloQuery.Step> parse() {
        var steps = new ArrayList<HloQuery.Step>();
        do {
            steps.add(parseStep());
        } while (accept("->"));
        skipBlanks();
        if (position < text.length()) {
            throw failure("nothing is expected at '" + text.substring(position) + "'");
        }
        return steps;
    }

    private HloQuery.Step parseStep() {
        return accept(".*") ? new HloQuery.Step.Any() : new HloQuery.Step.One(parseEither(0));
    }

    private Condition parseEither(int depth) {
        if (depth > MAX_DEPTH) {
            throw failure("parentheses are nested too deeply");
        }
        var conditions = new ArrayList<Condition>();
        do {
            conditions.add(parseAll(depth));
        } while (accept("|") || acceptWord("or"));
        return conditions.size() == 1 ? conditions.getFirst() : new Condition.Either(conditions);
    }

    private Condition parseAll(int depth) {
        var conditions = new ArrayList<Condition>();
        do {
            conditions.add(parseOne(depth));
        } while (accept("&") || acceptWord("and") || isAtCondition());
        return conditions.size() == 1 ? conditions.getFirst() : new Condition.All(conditions);
    }

    private boolean isAtCondition() {
        skipBlanks();
        return position < text.length()
                && !text.startsWith("->", position)
                && "|)".indexOf(text.charAt(position)) < 0
                && !isAtWord("or");
    }

    private Condition parseOne(int depth) {
        if (accept("!") || acceptWord("not")) {
            if (depth > MAX_DEPTH) {
                throw failure("too many negations");
            }
            return new Condition.Not(parseOne(depth + 1));
        }
        if (accept("(")) {
            var inner = parseEither(depth + 1);
            if (!accept(")")) {
                throw failure("a ')' is missing");
            }
            return inner;
        }
        return parseTerm();
    }

    private Condition parseTerm() {
        skipBlanks();
        int start = position;
        var word = readWord();
        if (word.isEmpty()) {
            throw failure(
                    start < text.length() ? "a condition is expected" : "the query ends where a condition is expected");
        }
        if (word.equals(".") || word.equals("*")) {
            return new Condition.Anything();
        }
        if (accept("~")) {
            return new Condition.Field(word, regularExpression(), false);
        }
        for (var comparison : List.of("<=", ">=", "<", ">")) {
            if (accept(comparison)) {
                return new Condition.Comparison(word, comparison, number(word));
            }
        }
        if (accept("=")) {
            return parseEquals(word);
        }
        return ofWord(word);
    }

    private Condition parseEquals(String field) {
        int start = position;
        var value = readValue();
        if (NUMBERS.contains(field)) {
            long number = number(field, value, start);
            return new Condition.All(List.of(
                    new Condition.Comparison(field, ">=", number), new Condition.Comparison(field, "<=", number)));
        }
        return new Condition.Field(field, wildcards(value), true);
    }

    private static Condition ofWord(String word) {
        if (HloOpcode.named(word).isPresent() || word.contains("*")) {
            return new Condition.Opcode(wildcards(word));
        }
        return category(word).<Condition>map(Condition.OfCategory::new).orElseGet(() -> new Condition.Mentions(word));
    }

    private static Optional<HloOpcode.Category> category(String word) {
        for (var category : HloOpcode.Category.values()) {
            if (category.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word)) {
                return Optional.of(category);
            }
        }
        return Optional.empty();
    }

    /** A text in which {@code *} stands for any letters. */
    private static Pattern wildcards(String text) {
        var pattern = new StringBuilder();
        for (var piece : text.split("\\*", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(piece));
        }
        return Pattern.compile(text.startsWith("*") ? ".*" + pattern : pattern.toString());
    }

    private Pattern regularExpression() {
        int start = position;
        var expression = readValue();
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            position = start;
            throw failure("'%s' is no regular expression: %s".formatted(expression, e.getDescription()));
        }
    }

    private long number(String field) {
        skipBlanks();
        int start = position;
        return number(field, readValue(), start);
    }

    private long number(String field, String value, int start) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException _) {
            position = start;
            throw failure(field + " is compared with a whole number, not '" + value + "'");
        }
    }

    /** Letters of opcodes, names and fields. */
    private String readWord() {
        int start = position;
        while (position < text.length() && isWordPart(text.charAt(position)) && !text.startsWith("->", position)) {
            position++;
        }
        return text.substring(start, position);
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || "_-.*%/:".indexOf(c) >= 0;
    }

    /** A quoted text, or everything to the next blank that no bracket holds. */
    private String readValue() {
        skipBlanks();
        int start = position;
        if (position < text.length() && (text.charAt(position) == '"' || text.charAt(position) == '\'')) {
            int end = text.indexOf(text.charAt(position), position + 1);
            if (end < 0) {
                throw failure("this quote is not closed");
            }
            position = end + 1;
            return text.substring(start + 1, end);
        }
        int depth = 0;
        while (position < text.length() && !endsValue(text.charAt(position), depth)) {
            char c = text.charAt(position++);
            depth += "[{(".indexOf(c) >= 0 ? 1 : "]})".indexOf(c) >= 0 ? -1 : 0;
        }
        if (position == start) {
            throw failure("a value is missing");
        }
        return text.substring(start, position);
    }

    private static boolean endsValue(char c, int depth) {
        return depth <= 0 && (Character.isWhitespace(c) || c == '|' || c == '&' || c == ')');
    }

    private boolean accept(String mark) {
        skipBlanks();
        if (!text.startsWith(mark, position)) {
            return false;
        }
        position += mark.length();
        return true;
    }

    private boolean acceptWord(String word) {
        skipBlanks();
        if (!isAtWord(word)) {
            return false;
        }
        position += word.length();
        return true;
    }

    /** Whether a word stands here by itself: {@code and} is an opcode too where it begins a condition. */
    private boolean isAtWord(String word) {
        int end = position + word.length();
        return text.startsWith(word, position) && (end == text.length() || Character.isWhitespace(text.charAt(end)));
    }

    private void skipBlanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private HloQueryException failure(String message) {
        return new HloQueryException(position, message);
    }
}
