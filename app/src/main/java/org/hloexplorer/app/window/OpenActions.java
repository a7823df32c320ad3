package org.hloexplorer.app.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.Session;
import org.hloexplorer.app.workbench.SessionFile;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.dump.DumpFolder;
import org.hloexplorer.pipeline.dump.DumpedModule;
import org.hloexplorer.samples.SampleModule;

/** The ways to open a program. */
final class OpenActions {
    private static final String FIRST_SAMPLE = "softmax";

    private final Workbench workbench;
    private final FileChoice files;

    OpenActions(Workbench workbench, FileChoice files) {
        this.workbench = workbench;
        this.files = files;
    }

    void chooseFile() {
        files.toOpen().ifPresent(this::open);
    }

    void chooseFolder() {
        files.folderToOpen().ifPresent(this::open);
    }

    void chooseToCompare() {
        files.folderToOpen().ifPresent(this::compareWith);
    }

    /** Puts a second dump folder beside the one that is open. */
    void compareWith(Path folder) {
        try {
            workbench.comparison().compareWith(Dumps.open(folder));
        } catch (SourceException e) {
            workbench.log().error(String.valueOf(e.getMessage()));
        }
    }

    /** Opens one of the modules of the dump folder that is open. */
    void open(DumpFolder folder, DumpedModule module) {
        try {
            workbench.open(folder, module);
        } catch (SourceException e) {
            workbench.log().error(String.valueOf(e.getMessage()));
        }
    }

    /** Writes what is open, and how it is looked at, to a file of the user's choice. */
    void saveSession() {
        var session = workbench.session();
        if (session.isEmpty()) {
            workbench.log().warn(Words.say("session.none"));
            return;
        }
        files.toSave(nameFor(session.get())).ifPresent(file -> {
            try {
                SessionFile.write(session.get(), file);
                workbench.log().info(Words.say("session.saved", file));
            } catch (IOException e) {
                workbench.log().error("%s cannot be written: %s".formatted(file, e.getMessage()));
            }
        });
    }

    private static String nameFor(Session session) {
        var name = session.name().replaceFirst(".*[/\\\\:]", "").replaceFirst("\\.[A-Za-z]+$", "");
        return (name.isEmpty() ? "session" : name) + SessionFile.SUFFIX;
    }

    /** A program, a session or a dump folder. */
    void open(Path file) {
        open(file.toString());
    }

    void open(SampleModule sample) {
        workbench.open(workbench.sources().read(sample));
    }

    /** What the command line takes: a file, a session, a dump folder, {@code sample:NAME} or {@code -}; trouble is logged. */
    void open(String argument) {
        try {
            read(argument);
        } catch (SourceException e) {
            workbench.log().error(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Opens what the command line takes.
     *
     * @throws SourceException where it cannot be read; what was open stays
     */
    void read(String argument) throws SourceException {
        if (SessionFile.isOne(argument)) {
            workbench.open(SessionFile.read(Path.of(argument)));
        } else if (Dumps.isOne(argument)) {
            workbench.open(Dumps.open(Path.of(argument)));
        } else {
            workbench.open(workbench.sources().read(argument));
        }
    }

    /** What the command line names: the first; a second one, where both are dump folders, beside it; a sample for nothing. */
    void openAll(List<String> arguments) {
        open(arguments.isEmpty() ? Sources.SAMPLE_PREFIX + FIRST_SAMPLE : arguments.getFirst());
        if (arguments.size() > 1 && Dumps.isOne(arguments.getFirst()) && Dumps.isOne(arguments.get(1))) {
            compareWith(Path.of(arguments.get(1)));
        }
    }

    /** Opens a file that is dropped on the window; of several, the first. */
    void acceptDrops(Scene scene) {
        scene.addEventHandler(DragEvent.DRAG_OVER, event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        scene.addEventHandler(DragEvent.DRAG_DROPPED, event -> {
            var dropped = event.getDragboard().getFiles();
            if (!dropped.isEmpty()) {
                open(dropped.getFirst().toPath());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }
}
