package org.hloexplorer.app.window;

import java.nio.file.Path;
import java.util.Optional;

/** Chooses nothing, where there is nobody to ask. */
final class NoFileChoice implements FileChoice {

    @Override
    public Optional<Path> toOpen() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> folderToOpen() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> toSave(String suggestion) {
        return Optional.empty();
    }
}
