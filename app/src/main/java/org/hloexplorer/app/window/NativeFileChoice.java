package org.hloexplorer.app.window;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.FileChooser.ExtensionFilter;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** The dialogs of the system, which start in the folder that was used last. */
final class NativeFileChoice implements FileChoice {
    private static final String FOLDER = "folder";

    private final Window owner;
    private final WindowMemory memory;

    NativeFileChoice(Window owner, WindowMemory memory) {
        this.owner = owner;
        this.memory = memory;
    }

    @Override
    public Optional<Path> toOpen() {
        var chooser = chooser("file.open");
        chooser.getExtensionFilters()
                .addAll(
                        new ExtensionFilter(Words.say("file.hlo"), "*.hlo", "*.txt", "*.hlox"),
                        new ExtensionFilter(Words.say("file.all"), "*"));
        return remembered(chooser.showOpenDialog(owner));
    }

    @Override
    public Optional<Path> folderToOpen() {
        var chooser = new DirectoryChooser();
        chooser.setTitle(Words.say("file.open.folder"));
        var folder = Path.of(memory.get(FOLDER, System.getProperty("user.home", ".")));
        if (Files.isDirectory(folder)) {
            chooser.setInitialDirectory(folder.toFile());
        }
        return remembered(chooser.showDialog(owner));
    }

    @Override
    public Optional<Path> toSave(String suggestion) {
        var chooser = chooser("file.save");
        chooser.setInitialFileName(suggestion);
        return remembered(chooser.showSaveDialog(owner));
    }

    private FileChooser chooser(String title) {
        var chooser = new FileChooser();
        chooser.setTitle(Words.say(title));
        var folder = Path.of(memory.get(FOLDER, System.getProperty("user.home", ".")));
        if (Files.isDirectory(folder)) {
            chooser.setInitialDirectory(folder.toFile());
        }
        return chooser;
    }

    private Optional<Path> remembered(@Nullable File chosen) {
        var file = Optional.ofNullable(chosen).map(File::toPath);
        file.map(Path::getParent).ifPresent(folder -> memory.put(FOLDER, folder.toString()));
        return file;
    }
}
