package org.hloexplorer.app.window;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.scene.input.KeyCombination;
import org.jspecify.annotations.Nullable;

/**
 * Something a user can have done, by a key, a button or the palette.
 *
 * @param id stable, also the key of its words: {@code command.ID} and, where there is a tooltip, {@code command.ID.hint}
 * @param keys what to press for it; null for none
 */
record Command(String id, @Nullable KeyCombination keys, BooleanSupplier isEnabled, Runnable action) {

    static Command of(String id, String keys, Runnable action) {
        return new Command(id, KeyCombination.valueOf(keys), () -> true, action);
    }

    static Command of(String id, Runnable action) {
        return new Command(id, null, () -> true, action);
    }

    /** The same command, which is only there while the condition holds. */
    Command when(BooleanSupplier condition) {
        return new Command(id, keys, condition, action);
    }

    String title() {
        return Words.say("command." + id);
    }

    Optional<String> keysText() {
        return Optional.ofNullable(keys).map(KeyCombination::getDisplayText);
    }

    void perform() {
        if (isEnabled.getAsBoolean()) {
            action.run();
        }
    }
}
