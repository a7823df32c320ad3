package org.hloexplorer.pipeline;

import java.util.Locale;
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

    /** A knob that counts something, and so is not negative. */
    public static Option<Long> count(String name, long defaultValue, String summary) {
        return new Option<>(name, defaultValue, text -> parseCount(name, text), summary);
    }

    /** A switch. */
    public static Option<Boolean> flag(String name, boolean defaultValue, String summary) {
        return new Option<>(name, defaultValue, text -> parseFlag(name, text), summary);
    }

    private static boolean parseFlag(String name, String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(name + " is true or false, not '" + text + "'");
        };
    }

    /** Throws {@link IllegalArgumentException}, with a sentence, where this text makes no sense as a value. */
    public void check(String text) {
        Objects.requireNonNull(parse.apply(text));
    }

    private static long parseCount(String name, String text) {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " takes a whole number, not '" + text + "'", e);
        }
        throw new IllegalArgumentException(name + " takes a number from 0 on, not " + text.strip());
    }
}
