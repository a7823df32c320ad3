package org.hloexplorer.app.cli;

import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The forms a module is printed in, with the names users give them. */
enum PrintFormat {
    LONG("XLA's usual text, nothing is left out", "long", "text"),
    SHORT("text without percent signs, metadata and program shapes", "short"),
    PB("XLA's HloProto, as it dumps it", "pb", "hlo.pb"),
    MODULE_PB("a bare HloModuleProto", "module.pb"),
    SNAPSHOT("an HloSnapshot: the module, inputs and what the reference evaluator gives for them", "snapshot"),
    JSON("computations and instructions as JSON", "json"),
    DOT("a graph for Graphviz", "dot");

    private final String purpose;
    private final String text;
    private final String alias;

    PrintFormat(String purpose, String text) {
        this(purpose, text, text);
    }

    PrintFormat(String purpose, String text, String alias) {
        this.purpose = purpose;
        this.text = text;
        this.alias = alias;
    }

    /** The name that output gives. */
    String text() {
        return text;
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
                    .filter(each -> value.equalsIgnoreCase(each.text) || value.equalsIgnoreCase(each.alias))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "there is no format '%s'; there are %s".formatted(value, String.join(", ", new Names()))));
        }
    }

    /** All formats with their purposes, for the help. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(Names::described).iterator();
        }

        private static String described(PrintFormat format) {
            var names = format.text.equals(format.alias) ? format.text : format.text + " or " + format.alias;
            return "%s (%s)".formatted(names, format.purpose);
        }
    }
}
