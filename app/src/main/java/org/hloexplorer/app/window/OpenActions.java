package org.hloexplorer.app.window;

import java.nio.file.Path;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import org.hloexplorer.app.workbench.Dumps;
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

    /** A program, or a dump folder. */
    void open(Path file) {
        try {
            if (DumpFolder.isDump(file)) {
                workbench.open(Dumps.open(file));
                return;
            }
            workbench.open(workbench.sources().readFile(file));
        } catch (SourceException e) {
            workbench.log().error(String.valueOf(e.getMessage()));
        }
    }

    void open(SampleModule sample) {
        workbench.open(workbench.sources().read(sample));
    }

    /** What the command line takes: a file, {@code sample:NAME} or {@code -}. */
    void open(String argument) {
        try {
            if (Dumps.isOne(argument)) {
                workbench.open(Dumps.open(Path.of(argument)));
                return;
            }
            workbench.open(workbench.sources().read(argument));
        } catch (SourceException e) {
            workbench.log().error(String.valueOf(e.getMessage()));
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
