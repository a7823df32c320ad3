package org.hloexplorer.visualizers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import javafx.scene.text.Font;

/** The faces that come with the program, so that it looks the same on every machine. */
public final class Fonts {
    private Fonts() {}

    /** The family of the interface. */
    public static final String INTERFACE = "Inter";

    /** The family of code. */
    public static final String MONOSPACE = "JetBrains Mono";

    private static final List<String> FILES =
            List.of("Inter-Regular.ttf", "Inter-Bold.ttf", "JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf");

    /** Makes the faces known to JavaFX. Calling it again does no harm. */
    public static void load() {
        for (var file : FILES) {
            try (var stream = open(file)) {
                Font.loadFont(stream, 12);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the font " + file, e);
            }
        }
    }

    /** The bytes of a face, for whoever measures text without a screen. */
    public static InputStream open(String file) {
        return Objects.requireNonNull(Fonts.class.getResourceAsStream("fonts/" + file), file);
    }
}
