package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.Aliasing;

/** Writes attributes, each with a comma before it. */
final class AttributeWriter {
    private final StringBuilder out;
    private final IntFunction<String> names;
    private final String percent;
    private final List<Mark> marks = new ArrayList<>();
    private boolean isMarking;

    /** Where an attribute begins, and its value. */
    private record Mark(String name, int start, int valueStart) {}

    /** Writes to {@code out}; names are looked up by id. */
    AttributeWriter(StringBuilder out, IntFunction<String> names, boolean percents) {
        this.out = out;
        this.names = names;
        this.percent = percents ? "%" : "";
    }

    /** From now on remembers where attributes stand, for {@link #written}. */
    void startMarking() {
        isMarking = true;
    }

    /** The attributes written since {@link #startMarking}, with the text of their values. */
    Map<String, String> written() {
        var written = new LinkedHashMap<String, String>();
        for (int i = 0; i < marks.size(); i++) {
            int end = i + 1 < marks.size() ? marks.get(i + 1).start() : out.length();
            written.put(marks.get(i).name(), out.substring(marks.get(i).valueStart(), end));
        }
        return written;
    }

    /** Begins an attribute whose value the caller appends. */
    StringBuilder name(String name) {
        int start = out.length();
        out.append(", ").append(name).append('=');
        if (isMarking) {
            marks.add(new Mark(name, start, out.length()));
        }
        return out;
    }

    void text(String name, String value) {
        name(name).append(value);
    }

    void quoted(String name, String value) {
        name(name).append('"');
        Escapes.encode(value, out);
        out.append('"');
    }

    void number(String name, long value) {
        name(name).append(value);
    }

    void numberIf(String name, OptionalLong value) {
        if (value.isPresent()) {
            number(name, value.getAsLong());
        }
    }

    void numberUnless(String name, long value, long usual) {
        if (value != usual) {
            number(name, value);
        }
    }

    void bool(String name, boolean value) {
        name(name).append(value);
    }

    void flag(String name, boolean value) {
        if (value) {
            name(name).append(true);
        }
    }

    void list(String name, Collection<? extends Number> values) {
        appendList(name(name), values);
    }

    void listUnlessEmpty(String name, Collection<? extends Number> values) {
        if (!values.isEmpty()) {
            list(name, values);
        }
    }

    void words(String name, List<String> values) {
        joined(name(name), values, Function.identity(), ",");
    }

    <T> void shapes(String name, List<T> values) {
        joined(name(name), values, Object::toString, ", ");
    }

    void pairs(String name, List<List<Long>> values) {
        name(name).append('{');
        for (int i = 0; i < values.size(); i++) {
            appendList(i == 0 ? out : out.append(','), values.get(i));
        }
        out.append('}');
    }

    void reference(String name, int id) {
        name(name).append(percent).append(names.apply(id));
    }

    void references(String name, List<Integer> ids) {
        joined(name(name), ids, id -> percent + names.apply(id), ", ");
    }

    void aliasing(String name, List<Aliasing> aliasing) {
        if (!aliasing.isEmpty()) {
            joined(name(name), aliasing, AttributeWriter::aliasing, ", ");
        }
    }

    private static String aliasing(Aliasing aliasing) {
        var text = new StringBuilder();
        appendIndex(text, aliasing.outputIndex())
                .append(": (")
                .append(aliasing.operand())
                .append(", ");
        return appendIndex(text, aliasing.operandIndex()).append(')').toString();
    }

    private static StringBuilder appendIndex(StringBuilder text, List<Integer> index) {
        joined(text, index, Object::toString, ", ");
        return text;
    }

    private static void appendList(StringBuilder out, Collection<? extends Number> values) {
        out.append('{');
        boolean isFirst = true;
        for (var value : values) {
            if (!isFirst) {
                out.append(',');
            }
            out.append(value.longValue());
            isFirst = false;
        }
        out.append('}');
    }

    private static <T> void joined(StringBuilder out, List<T> values, Function<T, String> text, String separator) {
        out.append('{');
        for (int i = 0; i < values.size(); i++) {
            out.append(i == 0 ? "" : separator).append(text.apply(values.get(i)));
        }
        out.append('}');
    }
}
