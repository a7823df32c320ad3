package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import java.util.Optional;

/** Where programs keep things of a user on this system. */
public final class UserFolders {
    private static final String NAME = "hlox";

    private UserFolders() {}

    /** For what can be made again, such as measurements of the machine; {@code -Dhlox.cache} names another place. */
    public static Path cache() {
        var chosen = System.getProperty("hlox.cache");
        return chosen == null ? usualCache() : Path.of(chosen);
    }

    /** For what a user made and wants to keep; {@code -Dhlox.settings} names another place. */
    public static Path settings() {
        var chosen = System.getProperty("hlox.settings");
        return chosen == null ? usualSettings() : Path.of(chosen);
    }

    private static Path usualSettings() {
        var system = System.getProperty("os.name", "");
        var home = Path.of(System.getProperty("user.home", "."));
        if (system.startsWith("Windows")) {
            return environment("APPDATA").orElse(home).resolve(NAME);
        }
        return system.startsWith("Mac")
                ? home.resolve("Library/Application Support").resolve(NAME)
                : environment("XDG_CONFIG_HOME").orElse(home.resolve(".config")).resolve(NAME);
    }

    private static Path usualCache() {
        var system = System.getProperty("os.name", "");
        var home = Path.of(System.getProperty("user.home", "."));
        if (system.startsWith("Windows")) {
            return environment("LOCALAPPDATA").orElse(home).resolve(NAME);
        }
        return system.startsWith("Mac")
                ? home.resolve("Library/Caches").resolve(NAME)
                : environment("XDG_CACHE_HOME").orElse(home.resolve(".cache")).resolve(NAME);
    }

    private static Optional<Path> environment(String variable) {
        return Optional.ofNullable(System.getenv(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }
}
