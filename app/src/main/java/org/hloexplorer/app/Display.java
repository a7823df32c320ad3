package org.hloexplorer.app;

import java.util.Map;
import java.util.Optional;

/** Whether a window can be opened here. */
final class Display {
    private Display() {}

    /** Why no window can be opened, in a sentence; empty where one can. */
    static Optional<String> missing() {
        return missing(System.getProperty("os.name", ""), System.getenv());
    }

    static Optional<String> missing(String system, Map<String, String> environment) {
        if (!system.equals("Linux") || isSet(environment, "DISPLAY")) {
            return Optional.empty();
        }
        return Optional.of(
                isSet(environment, "WAYLAND_DISPLAY")
                        ? "There is a Wayland session, but no X display (DISPLAY is not set), which JavaFX needs: install "
                                + "XWayland."
                        : "There is no display here (DISPLAY is not set).");
    }

    private static boolean isSet(Map<String, String> environment, String variable) {
        return !environment.getOrDefault(variable, "").isBlank();
    }
}
