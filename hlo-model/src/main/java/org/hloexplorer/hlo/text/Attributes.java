package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Aliasing;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one instruction, while it is put together. What an operation takes is marked as taken, what is left
 * at the end did not belong to it. The object is used again for the next instruction.
 */
final class Attributes {
    /** An attribute as it was written: its value, and where name, value and end are. */
    private record Given(Object value, int start, int valueStart, int end) {}

    private final HloLexer lexer;
    private final Map<AttributeName, Given> given = new EnumMap<>(AttributeName.class);
    private final List<AttributeName> left = new ArrayList<>();
    private final List<Attribute> unknown = new ArrayList<>();
    private int ownerStart;
    private int ownerEnd;
    private String owner = "";

    Attributes(HloLexer lexer) {
        this.lexer = lexer;
    }

    /** Forgets all, for an instruction whose opcode stands between two offsets. */
    void clear(String opcode, int opcodeStart, int opcodeEnd) {
        given.clear();
        left.clear();
        unknown.clear();
        owner = opcode;
        ownerStart = opcodeStart;
        ownerEnd = opcodeEnd;
    }

    void put(AttributeName name, Object value, int start, int valueStart, int end) {
        given.put(name, new Given(value, start, valueStart, end));
        left.add(name);
    }

    void putUnknown(Attribute attribute) {
        unknown.add(attribute);
    }

    /** Whether these belong to the middle or end of an asynchronous operation. */
    boolean isOfAsyncContinuation() {
        return owner.equals("async-update") || owner.equals("async-done");
    }

    boolean isEmpty() {
        return given.isEmpty() && unknown.isEmpty();
    }

    boolean has(AttributeName name) {
        return given.containsKey(name);
    }

    /** The attributes that nobody took, in the order of the text. */
    List<AttributeName> left() {
        return left;
    }

    List<Attribute> unknown() {
        return unknown;
    }

    /** An attribute as it is written. */
    Attribute asText(AttributeName name) {
        var attribute = require(given.get(name));
        return new Attribute(
                name.text(), lexer.text(attribute.valueStart(), attribute.end()).strip());
    }

    int start(AttributeName name) {
        return require(given.get(name)).start();
    }

    int end(AttributeName name) {
        return require(given.get(name)).end();
    }

    private static Given require(@Nullable Given attribute) {
        if (attribute == null) {
            throw new IllegalArgumentException("no such attribute");
        }
        return attribute;
    }

    ParseFailure invalid(AttributeName name, String message) {
        return TokenReader.failure(DiagnosticCode.INVALID_ATTRIBUTE, start(name), end(name), message);
    }

    private @Nullable Object take(AttributeName name) {
        var attribute = given.get(name);
        return attribute != null && left.remove(name) ? attribute.value() : null;
    }

    private Object require(AttributeName name) {
        var value = take(name);
        if (value == null) {
            throw TokenReader.failure(
                    DiagnosticCode.MISSING_ATTRIBUTE,
                    ownerStart,
                    ownerEnd,
                    "%s needs the attribute %s=".formatted(owner, name.text()));
        }
        return value;
    }

    boolean flag(AttributeName name) {
        return Boolean.TRUE.equals(take(name));
    }

    boolean flag(AttributeName name, boolean otherwise) {
        return take(name) instanceof Boolean value ? value : otherwise;
    }

    long number(AttributeName name) {
        return (Long) require(name);
    }

    long number(AttributeName name, long otherwise) {
        return take(name) instanceof Long value ? value : otherwise;
    }

    int integer(AttributeName name) {
        long value = number(name);
        if (value != (int) value) {
            throw invalid(name, value + " is too large for " + name.text());
        }
        return (int) value;
    }

    OptionalLong optionalNumber(AttributeName name) {
        return take(name) instanceof Long value ? OptionalLong.of(value) : OptionalLong.empty();
    }

    float real(AttributeName name) {
        return ((Double) require(name)).floatValue();
    }

    String text(AttributeName name) {
        return (String) require(name);
    }

    String text(AttributeName name, String otherwise) {
        return take(name) instanceof String value ? value : otherwise;
    }

    @Nullable
    String textOrNull(AttributeName name) {
        return (String) take(name);
    }

    @SuppressWarnings("unchecked")
    List<Integer> integers(AttributeName name) {
        return (List<Integer>) require(name);
    }

    @SuppressWarnings("unchecked")
    List<Integer> integersOrNone(AttributeName name) {
        var value = take(name);
        return value == null ? List.of() : (List<Integer>) value;
    }

    @SuppressWarnings("unchecked")
    List<Long> longs(AttributeName name) {
        return (List<Long>) require(name);
    }

    @SuppressWarnings("unchecked")
    List<String> wordsOrNone(AttributeName name) {
        var value = take(name);
        return value == null ? List.of() : (List<String>) value;
    }

    @SuppressWarnings("unchecked")
    List<List<Long>> pairs(AttributeName name) {
        return (List<List<Long>>) require(name);
    }

    @SuppressWarnings("unchecked")
    List<Aliasing> aliasingOrNone(AttributeName name) {
        var value = take(name);
        return value == null ? List.of() : (List<Aliasing>) value;
    }

    @SuppressWarnings("unchecked")
    @Nullable
    List<Shape> shapesOrNull(AttributeName name) {
        return (List<Shape>) take(name);
    }

    int computation(AttributeName name) {
        return (Integer) require(name);
    }

    @SuppressWarnings("unchecked")
    List<Integer> computationsOrNone(AttributeName name) {
        return switch (take(name)) {
            case null -> List.of();
            case Integer id -> List.of(id);
            case Object ids -> (List<Integer>) ids;
        };
    }

    /** All computations that attributes name that nobody took; the attributes stay. */
    @SuppressWarnings("unchecked")
    List<Integer> computationsLeft() {
        var ids = new ArrayList<Integer>();
        for (var name : left) {
            var value = require(given.get(name)).value();
            switch (name.form()) {
                case COMPUTATION -> ids.add((Integer) value);
                case COMPUTATIONS -> ids.addAll((List<Integer>) value);
                default -> {}
            }
        }
        return ids;
    }

    /** Whether an attribute is there, and written as a string that is a JSON object. */
    boolean isQuoted(AttributeName name) {
        var attribute = given.get(name);
        return attribute != null
                && lexer.chars()[attribute.valueStart()] == '"'
                && attribute.value() instanceof String text
                && RawText.isBraced(text);
    }

    /** The value of an attribute whose form has a class of its own. */
    <T> T value(AttributeName name, Class<T> type) {
        return type.cast(require(name));
    }

    <T> Optional<T> optional(AttributeName name, Class<T> type) {
        return Optional.ofNullable(take(name)).map(type::cast);
    }
}
