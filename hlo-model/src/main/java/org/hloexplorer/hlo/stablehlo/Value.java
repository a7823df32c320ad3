package org.hloexplorer.hlo.stablehlo;

import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** The value of an attribute. */
sealed interface Value {

    record Int(long value) implements Value {}

    record Bool(boolean value) implements Value {}

    /** A string with its escapes undone. */
    record Text(String text) implements Value {}

    /** A word such as {@code DEFAULT} or {@code b}. */
    record Word(String text) implements Value {}

    /** A function or another symbol. */
    record Symbol(String name) implements Value {}

    /** A list, or lists that stand together as in {@code [0] x [1]}. */
    record Values(List<Value> values) implements Value {
        public Values {
            values = List.copyOf(values);
        }
    }

    /** {@code 0:8:2} */
    record Range(List<Long> parts) implements Value {
        public Range {
            parts = List.copyOf(parts);
        }
    }

    /** {@code {a = 1, b}}, or the parameters of a dialect's attribute. */
    record Dictionary(Map<String, Value> entries) implements Value {}

    record Elements(Literal literal) implements Value {}

    record Type(Shape shape) implements Value {}

    /** What nothing here has a use for. */
    record Raw(String text) implements Value {}
}
