package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the values of attributes. */
final class ValueParser {
    private final MlirScanner scanner;
    private final TypeParser types;
    private final ElementsParser elements;
    private final Map<String, Value> aliases = new HashMap<>();

    ValueParser(MlirScanner scanner, TypeParser types) {
        this.scanner = scanner;
        this.types = types;
        this.elements = new ElementsParser(scanner, types);
    }

    /** {@code #name = value}, which other attributes then name. */
    void define(String alias, Value value) {
        aliases.put(alias, value);
    }

    /** {@code {a = 1 : i64, b}} with its braces. */
    Map<String, Value> dictionary() {
        scanner.expect("{");
        return entries("}");
    }

    /** Entries up to a closing bracket. */
    Map<String, Value> entries(String close) {
        var entries = new LinkedHashMap<String, Value>();
        while (!scanner.accept(close)) {
            var key = scanner.peek("\"") ? scanner.string() : scanner.word();
            entries.put(key, scanner.accept("=") ? typedValue() : new Value.Bool(true));
            scanner.accept(",");
        }
        return entries;
    }

    /** A value whose type may follow it. */
    private Value typedValue() {
        var value = value();
        if (!(value instanceof Value.Elements) && scanner.peek(":") && !scanner.peek("::")) {
            scanner.accept(":");
            types.type();
        }
        return value;
    }

    /** A value; a type behind it is left where it is, because in pretty forms it is the operation's. */
    Value value() {
        scanner.enter();
        try {
            return untracked();
        } finally {
            scanner.leave();
        }
    }

    private Value untracked() {
        if (scanner.atNumber()) {
            return number();
        }
        return switch (scanner.next()) {
            case '"' -> new Value.Text(scanner.string());
            case '[' -> lists();
            case '{' -> new Value.Dictionary(dictionary());
            case '<' -> {
                scanner.expect("<");
                yield parameters();
            }
            case '@' -> symbol();
            case '#' -> dialect();
            case '(' -> functionType();
            case '?', '*' -> {
                scanner.moveTo(scanner.offset() + 1);
                yield new Value.Word("?");
            }
            default -> named();
        };
    }

    private Value number() {
        int start = scanner.offset();
        var digits = scanner.number();
        boolean isInteger =
                digits.startsWith("0x") || digits.chars().allMatch(c -> c == '-' || MlirScanner.isDigit((char) c));
        if (!isInteger) {
            return new Value.Word(digits);
        }
        scanner.moveTo(start);
        var parts = new ArrayList<>(List.of(scanner.integer()));
        while (scanner.peek(":") && isDigitBehindColon()) {
            scanner.expect(":");
            parts.add(scanner.integer());
        }
        return parts.size() == 1 ? new Value.Int(parts.getFirst()) : new Value.Range(parts);
    }

    private boolean isDigitBehindColon() {
        int colon = scanner.offset();
        scanner.moveTo(colon + 1);
        boolean isDigit = scanner.atNumber();
        scanner.moveTo(colon);
        return isDigit;
    }

    /** One list, or {@code [0] x [1]} or {@code [b, f]x[i, o]->[b, f]}. */
    private Value lists() {
        var lists = new ArrayList<Value>(List.of(list()));
        while (true) {
            int before = scanner.offset();
            boolean joins = scanner.accept("x") || scanner.accept("->");
            if (!joins || !scanner.peek("[")) {
                scanner.moveTo(before);
                return lists.size() == 1 ? lists.getFirst() : new Value.Values(lists);
            }
            lists.add(list());
        }
    }

    private Value list() {
        scanner.expect("[");
        var values = new ArrayList<Value>();
        while (!scanner.accept("]")) {
            values.add(typedValue());
            scanner.accept(",");
        }
        return new Value.Values(values);
    }

    private Value symbol() {
        scanner.expect("@");
        var name = scanner.peek("\"") ? scanner.string() : scanner.suffix();
        while (scanner.accept("::@")) {
            name = scanner.peek("\"") ? scanner.string() : scanner.suffix();
        }
        return new Value.Symbol(name);
    }

    private Value functionType() {
        int start = scanner.offset();
        scanner.balanced();
        if (scanner.accept("->")) {
            if (scanner.peek("(")) {
                scanner.balanced();
            } else {
                types.type();
            }
        }
        return new Value.Raw(scanner.text().substring(start, scanner.rawOffset()));
    }

    /** {@code #stablehlo<precision DEFAULT>}, {@code #stablehlo.gather<offset_dims = [0]>}, or an alias. */
    private Value dialect() {
        scanner.expect("#");
        var name = scanner.suffix();
        if (scanner.rawNext() != '<') {
            var known = aliases.get(name);
            return known == null ? new Value.Raw("#" + name) : known;
        }
        if (!name.startsWith("stablehlo") && !name.startsWith("mhlo") && !name.startsWith("chlo")) {
            return new Value.Raw("#" + name + scanner.balanced());
        }
        scanner.expect("<");
        return parameters();
    }

    /** What stands in angle brackets: {@code key = value} pairs, a kind with its word, lists, or something else. */
    private Value parameters() {
        int start = scanner.offset();
        if (scanner.peek("[")) {
            var lists = lists();
            if (scanner.accept(">")) {
                return lists;
            }
        } else if (scanner.atWord()) {
            scanner.word();
            if (scanner.peek("=")) {
                scanner.moveTo(start);
                return new Value.Dictionary(entries(">"));
            }
            if (scanner.atWord()) {
                var word = scanner.word();
                if (scanner.accept(">")) {
                    return new Value.Word(word);
                }
            }
        }
        scanner.moveTo(start);
        var raw = scanner.balancedUntilAngle();
        scanner.expect(">");
        return new Value.Raw("<" + raw + ">");
    }

    private Value named() {
        var word = scanner.peekWord();
        return switch (word) {
            case "true", "false", "unit" -> {
                scanner.word();
                yield new Value.Bool(!word.equals("false"));
            }
            case "dense", "dense_resource" -> new Value.Elements(elements.read());
            case "array" -> {
                scanner.word();
                yield array();
            }
            case "affine_map", "affine_set", "strided" -> {
                scanner.word();
                yield new Value.Raw(word + scanner.balanced());
            }
            default -> types.isAtType() ? new Value.Type(types.type()) : new Value.Word(scanner.word());
        };
    }

    /** {@code array<i64: 1, 2>} */
    private Value array() {
        scanner.expect("<");
        types.element();
        var values = new ArrayList<Value>();
        if (scanner.accept(":")) {
            do {
                values.add(value());
            } while (scanner.accept(","));
        }
        scanner.expect(">");
        return new Value.Values(values);
    }
}
