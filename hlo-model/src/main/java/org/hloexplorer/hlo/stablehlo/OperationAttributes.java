package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** The attributes of an operation, as numbers, lists and words; a complaint where one is missing or of another form. */
final class OperationAttributes {
    private final Operation operation;
    private final Map<String, Value> entries;

    OperationAttributes(Operation operation) {
        this(operation, operation.attributes());
    }

    private OperationAttributes(Operation operation, Map<String, Value> entries) {
        this.operation = operation;
        this.entries = entries;
    }

    @Nullable
    Value get(String... names) {
        for (var name : names) {
            var value = entries.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    boolean has(String name) {
        return entries.containsKey(name);
    }

    /** The entries of an attribute that holds others; none where it is absent. */
    OperationAttributes nested(String... names) {
        return get(names) instanceof Value.Dictionary(var inner)
                ? new OperationAttributes(operation, inner)
                : new OperationAttributes(operation, Map.of());
    }

    private MlirException missing(String name) {
        return MlirException.notConvertible(
                operation, "its attribute %s is missing or of another form".formatted(name));
    }

    private Value require(String... names) {
        var value = get(names);
        if (value == null) {
            throw missing(names[0]);
        }
        return value;
    }

    long number(String... names) {
        if (require(names) instanceof Value.Int(var number)) {
            return number;
        }
        throw missing(names[0]);
    }

    int integer(String... names) {
        return Math.toIntExact(number(names));
    }

    long number(long otherwise, String... names) {
        return get(names) == null ? otherwise : number(names);
    }

    /** A flag; a bare name is true. */
    boolean flag(String name) {
        return get(name) instanceof Value.Bool(var flag) ? flag : get(name) instanceof Value.Int(var n) && n != 0;
    }

    double real(String name) {
        return switch (require(name)) {
            case Value.Word(var text) -> Double.parseDouble(text);
            case Value.Int(var number) -> number;
            default -> throw missing(name);
        };
    }

    /** A word, whether quoted or not. */
    String word(String otherwise, String... names) {
        return switch (get(names)) {
            case Value.Word(var text) -> text;
            case Value.Text(var text) -> text;
            case Value.Symbol(var text) -> text;
            case null, default -> otherwise;
        };
    }

    List<Long> longs(String... names) {
        var numbers = numbers(require(names));
        if (numbers == null) {
            throw missing(names[0]);
        }
        return numbers;
    }

    List<Long> longsOr(List<Long> otherwise, String... names) {
        return get(names) == null ? otherwise : longs(names);
    }

    List<Integer> integers(String... names) {
        return longs(names).stream().map(Math::toIntExact).toList();
    }

    List<Integer> integersOrNone(String... names) {
        return get(names) == null ? List.of() : integers(names);
    }

    /** Lists inside a list, or rows of an array. */
    List<List<Long>> rows(String... names) {
        var rows = new ArrayList<List<Long>>();
        switch (require(names)) {
            case Value.Values(var values) -> {
                for (var value : values) {
                    var row = numbers(value);
                    if (row == null) {
                        throw missing(names[0]);
                    }
                    rows.add(row);
                }
            }
            case Value.Elements(var literal) -> {
                var shape = literal.shape().asArray();
                long width = shape.rank() == 2 ? shape.dimension(1) : 1;
                var all = numbers(new Value.Elements(literal));
                for (int at = 0; all != null && at + width <= all.size() && width > 0; at += (int) width) {
                    rows.add(all.subList(at, at + (int) width));
                }
            }
            default -> throw missing(names[0]);
        }
        return rows;
    }

    private static @Nullable List<Long> numbers(Value value) {
        var numbers = new ArrayList<Long>();
        switch (value) {
            case Value.Int(var number) -> numbers.add(number);
            case Value.Elements(var literal) -> {
                if (!(literal.shape() instanceof Shape.Array array) || array.elements() > 1 << 20) {
                    return null;
                }
                for (int i = 0; i < array.elements(); i++) {
                    numbers.add(literal.bitsAt(i));
                }
            }
            case Value.Values(var values) -> {
                for (var each : values) {
                    switch (each) {
                        case Value.Int(var number) -> numbers.add(number);
                        case Value.Bool(var flag) -> numbers.add(flag ? 1L : 0L);
                        default -> {
                            return null;
                        }
                    }
                }
            }
            default -> {
                return null;
            }
        }
        return numbers;
    }

    /** Words of a list. */
    List<String> words(String... names) {
        var words = new ArrayList<String>();
        if (get(names) instanceof Value.Values(var values)) {
            for (var value : values) {
                words.add(
                        switch (value) {
                            case Value.Word(var text) -> text;
                            case Value.Symbol(var text) -> text;
                            case Value.Text(var text) -> text;
                            case Value.Int(var number) -> Long.toString(number);
                            default -> "";
                        });
            }
        }
        return words;
    }

    Precision precision() {
        var words = words("precision", "precision_config").stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        boolean isDefault = words.stream().allMatch("default"::equals);
        return new Precision(isDefault ? List.of() : words, algorithm());
    }

    private String algorithm() {
        var algorithm = nested("algorithm");
        if (algorithm.entries.isEmpty()) {
            return "";
        }
        var name = "dot_%s_%s_%s"
                .formatted(
                        algorithm.word("", "lhs_precision_type").toLowerCase(Locale.ROOT),
                        algorithm.word("", "rhs_precision_type").toLowerCase(Locale.ROOT),
                        algorithm.word("", "accumulation_type").toLowerCase(Locale.ROOT));
        long operations = algorithm.number(1, "num_primitive_operations");
        return operations > 1 ? name + "_x" + operations : name;
    }
}
