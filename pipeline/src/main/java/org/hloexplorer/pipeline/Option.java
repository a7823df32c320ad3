package org.hloexplorer.pipeline;

import java.util.Objects;
import java.util.function.Function;

/**
 * A knob that command line, window and session share.
 *
 * @param name such as {@code fusion.max-operands}
 * @param parse reads what a user wrote; throws {@link IllegalArgumentException} with a sentence where it makes no sense
 * @param summary what it does, in a sentence, with unit and source of the default
 */
public record Option<T>(String name, T defaultValue, Function<String, T> parse, String summary) {

    /** A knob that counts something. */
    public static Option<Long> count(String name, long defaultValue, String summary) {
        return new Option<>(name, defaultValue, text -> parseCount(name, text), summary);
    }

    /** A switch. */
    public static Option<Boolean> flag(String name, boolean defaultValue, String summary) {
        return new Option<>(name, defaultValue, Boolean::parseBoolean, summary);
    }

    /** Throws where this text makes no sense as a value. */
    void check(String text) {
        Objects.requireNonNull(parse.apply(text));
    }

    private static long parseCount(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " takes a whole number, not '" + text + "'", e);
        }
    }
}
