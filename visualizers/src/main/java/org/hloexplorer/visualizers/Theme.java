package org.hloexplorer.visualizers;

import java.util.Objects;
import javafx.scene.Parent;

/** The style sheet of these views, over the colours that AtlantaFX's themes define. */
public final class Theme {
    private Theme() {}

    /** Has a view and all in it styled. */
    public static void applyTo(Parent view) {
        view.getStylesheets().add(stylesheet());
    }

    /** The style sheet's address, for a whole scene. */
    public static String stylesheet() {
        return Objects.requireNonNull(Theme.class.getResource("visualizers.css"), "visualizers.css")
                .toExternalForm();
    }
}
