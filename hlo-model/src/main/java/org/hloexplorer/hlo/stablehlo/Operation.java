package org.hloexplorer.hlo.stablehlo;

import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Shape;

/**
 * An operation as it is written, in whichever form.
 *
 * @param name with its dialect, such as {@code stablehlo.add}
 * @param nameStart where the name stands
 * @param words what stands between operands and types without being a value: {@code LT}, {@code applies}
 */
record Operation(
        String name,
        int nameStart,
        List<Result> results,
        List<Use> operands,
        Map<String, Value> attributes,
        List<String> words,
        List<Region> regions,
        List<Shape> operandTypes,
        List<Shape> resultTypes,
        Location location) {

    /** A name that stands for one value or for several. */
    record Result(String name, int count) {}

    /** A value that is used: the name, and which of its values. */
    record Use(String name, int index, int start) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Use use && name.equals(use.name) && index == use.index;
        }

        @Override
        public int hashCode() {
            return name.hashCode() * 31 + index;
        }
    }

    /** A value that a region begins with. */
    record Argument(String name, Shape type, Map<String, Value> attributes, Location location) {}

    /** Operations with arguments of their own; the last one returns. */
    record Region(List<Argument> arguments, List<Operation> operations) {}

    /** The name without its dialect. */
    String opcode() {
        return name.substring(name.indexOf('.') + 1);
    }

    String dialect() {
        return name.substring(0, Math.max(0, name.indexOf('.')));
    }
}
