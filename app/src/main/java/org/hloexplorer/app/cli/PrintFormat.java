package org.hloexplorer.app.cli;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The forms a module is printed in, with the names users give them. */
enum PrintFormat {
    LONG("XLA's usual text, nothing is left out", "long", "text"),
    SHORT("text without %, metadata and program shapes", "short"),
    PB("XLA's HloProto, as it dumps it", "pb", "hlo.pb"),
    MODULE_PB("a bare HloModuleProto", "module.pb"),
    SNAPSHOT("an HloSnapshot: the module, inputs and what the reference evaluator gives for them", "snapshot"),
    JSON("computations and instructions as JSON", "json"),
    DOT("a graph for Graphviz", "dot");

    private final String purpose;
    private final List<String> names;

    PrintFormat(String purpose, String... names) {
        this.purpose = purpose;
        this.names = List.of(names);
    }

    /** The name that output gives. */
    String text() {
        return names.getFirst();
    }

    /** Whether it is no text. */
    boolean isBinary() {
        return switch (this) {
            case PB, MODULE_PB, SNAPSHOT -> true;
            case LONG, SHORT, JSON, DOT -> false;
        };
    }

    /** Finds a format by its name. */
    static final class ByName implements ITypeConverter<PrintFormat> {
        @Override
        public PrintFormat convert(String value) {
            return Arrays.stream(values())
                    .filter(each -> each.names.stream().anyMatch(value::equalsIgnoreCase))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "there is no format '%s'; there are %s".formatted(value, String.join(", ", new Names()))));
        }
    }

    /** All formats with their purposes, for the help. */
    static final class Names extends AbstractList<String> {
        @Override
        public String get(int index) {
            var format = values()[index];
            return "%s (%s)".formatted(String.join(" or ", format.names), format.purpose);
        }

        @Override
        public int size() {
            return values().length;
        }
    }
}
