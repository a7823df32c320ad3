package org.hloexplorer.app.window;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyEvent;
import org.fxmisc.richtext.GenericStyledArea;
import org.jspecify.annotations.Nullable;

/** All commands of the window, in the order in which the list of shortcuts shows them. */
final class Commands {
    private final Map<String, Command> byId = new LinkedHashMap<>();

    void add(Command command) {
        if (byId.put(command.id(), command) != null) {
            throw new IllegalArgumentException("two commands are called " + command.id());
        }
    }

    List<Command> list() {
        return List.copyOf(byId.values());
    }

    Command get(String id) {
        var command = byId.get(id);
        if (command == null) {
            throw new NoSuchElementException("there is no command " + id);
        }
        return command;
    }

    /**
     * Has keys perform commands, after whatever has the focus had its chance; keys without Ctrl are left to the text
     * one types.
     */
    void listenTo(Scene scene) {
        scene.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            boolean isTyping = isText(scene.getFocusOwner()) && !event.isShortcutDown();
            if (!isTyping) {
                of(event).ifPresent(command -> {
                    event.consume();
                    command.perform();
                });
            }
        });
    }

    /** Has a typed character perform a command: where a key is depends on the keyboard, what it types does not. */
    void listenTo(Scene scene, String typed, String id) {
        scene.addEventHandler(KeyEvent.KEY_TYPED, event -> {
            if (event.getCharacter().equals(typed) && !isText(scene.getFocusOwner())) {
                event.consume();
                get(id).perform();
            }
        });
    }

    private Optional<Command> of(KeyEvent event) {
        return byId.values().stream()
                .filter(each -> each.keys() != null && each.keys().match(event))
                .findFirst();
    }

    private static boolean isText(@Nullable Node node) {
        return node instanceof TextInputControl || node instanceof GenericStyledArea;
    }
}
