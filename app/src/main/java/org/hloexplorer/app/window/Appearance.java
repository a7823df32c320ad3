package org.hloexplorer.app.window;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.Objects;
import javafx.application.Application;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Scene;

/** The theme, light or dark, which is one for the whole application. */
final class Appearance {

    /** What there is to choose from. */
    enum Kind {
        LIGHT,
        DARK
    }

    private static final String KEY = "theme";

    private final WindowMemory memory;
    private final ReadOnlyObjectWrapper<Kind> kind = new ReadOnlyObjectWrapper<>(Kind.LIGHT);

    Appearance(WindowMemory memory) {
        this.memory = memory;
        set(memory.get(KEY, "light").equals("dark") ? Kind.DARK : Kind.LIGHT);
    }

    ReadOnlyObjectProperty<Kind> kindProperty() {
        return kind.getReadOnlyProperty();
    }

    void set(Kind changed) {
        kind.set(changed);
        Application.setUserAgentStylesheet(
                switch (changed) {
                    case LIGHT -> new PrimerLight().getUserAgentStylesheet();
                    case DARK -> new PrimerDark().getUserAgentStylesheet();
                });
        memory.put(KEY, changed == Kind.DARK ? "dark" : "light");
    }

    void toggle() {
        set(kind.get() == Kind.DARK ? Kind.LIGHT : Kind.DARK);
    }

    /** Has a scene use the style sheet of this window, over the theme's. */
    static void applyTo(Scene scene) {
        var sheet = Objects.requireNonNull(Appearance.class.getResource("window.css"), "window.css");
        scene.getStylesheets().add(sheet.toExternalForm());
    }
}
