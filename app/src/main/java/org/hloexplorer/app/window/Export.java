package org.hloexplorer.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.hloexplorer.app.workbench.LogModel;

/** Writes what a view exports to a file of the user's choice. */
final class Export {
    private final FileChoice files;
    private final LogModel log;

    Export(FileChoice files, LogModel log) {
        this.files = files;
        this.log = log;
    }

    /** Where to, or nothing where the user changes their mind. */
    Optional<Path> choose(String suggestion) {
        return files.toSave(suggestion);
    }

    void save(String suggestion, String text) {
        choose(suggestion).ifPresent(file -> {
            try {
                Files.writeString(file, text);
                log.info("Wrote " + file + ".");
            } catch (IOException e) {
                log.error("%s cannot be written: %s".formatted(file, e.getMessage()));
            }
        });
    }
}
