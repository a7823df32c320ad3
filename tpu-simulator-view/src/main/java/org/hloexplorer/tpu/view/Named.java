package org.hloexplorer.tpu.view;

import java.util.function.Function;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** Says in words what a box offers; nobody types into it. */
final class Named<T> extends StringConverter<T> {
    private final Function<T, String> word;

    private Named(Function<T, String> word) {
        this.word = word;
    }

    static <T> Named<T> by(Function<T, String> word) {
        return new Named<>(word);
    }

    @Override
    public String toString(@Nullable T value) {
        return value == null ? "" : word.apply(value);
    }

    @Override
    public T fromString(String text) {
        throw new UnsupportedOperationException("the box is not typed into");
    }
}
