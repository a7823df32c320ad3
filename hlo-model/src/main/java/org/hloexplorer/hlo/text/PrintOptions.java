package org.hloexplorer.hlo.text;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** How a module is written. */
public final class PrintOptions {

    /** XLA's usual form, with all constants in full: nothing is lost. */
    public static final PrintOptions LONG = new PrintOptions(EnumSet.of(
            PrintOption.PERCENTS,
            PrintOption.PROGRAM_SHAPES,
            PrintOption.METADATA,
            PrintOption.BACKEND_CONFIG,
            PrintOption.CONTROL_DEPENDENCIES,
            PrintOption.LARGE_CONSTANTS,
            PrintOption.INDEX_COMMENTS));

    /** XLA's short form that can be parsed: no {@code %}, no metadata, no program shapes, no control dependencies. */
    public static final PrintOptions SHORT =
            new PrintOptions(EnumSet.of(PrintOption.BACKEND_CONFIG, PrintOption.LARGE_CONSTANTS));

    private final Set<PrintOption> options;

    private PrintOptions(EnumSet<PrintOption> options) {
        this.options = Collections.unmodifiableSet(EnumSet.copyOf(options));
    }

    public boolean has(PrintOption option) {
        return options.contains(option);
    }

    public PrintOptions with(PrintOption option, boolean wanted) {
        var changed = options.isEmpty() ? EnumSet.noneOf(PrintOption.class) : EnumSet.copyOf(options);
        if (wanted) {
            changed.add(option);
        } else {
            changed.remove(option);
        }
        return new PrintOptions(changed);
    }

    public PrintOptions withMetadata(boolean wanted) {
        return with(PrintOption.METADATA, wanted);
    }

    public PrintOptions withLargeConstants(boolean wanted) {
        return with(PrintOption.LARGE_CONSTANTS, wanted);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PrintOptions others && options.equals(others.options);
    }

    @Override
    public int hashCode() {
        return options.hashCode();
    }

    @Override
    public String toString() {
        return options.toString();
    }
}
