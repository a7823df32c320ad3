package org.hloexplorer.app.window;

import java.nio.file.Path;
import java.util.Optional;

/** Asks the user for a file; the native dialogs of the system are one way. */
interface FileChoice {

    Optional<Path> toOpen();

    /** A dump folder. */
    Optional<Path> folderToOpen();

    /**
     * Where to save.
     *
     * @param suggestion a file name
     */
    Optional<Path> toSave(String suggestion);
}
