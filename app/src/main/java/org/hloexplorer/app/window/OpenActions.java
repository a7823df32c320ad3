package org.hloexplorer.app.window;

import java.nio.file.Path;
import javafx.scene.Scene;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.samples.SampleModule;

/** The ways to open a program. */
final class OpenActions {
    private final Workbench workbench;
    private final FileChoice files;

    OpenActions(Workbench workbench, FileChoice files) {
        this.workbench = workbench;
        this.files = files;
    }

    void chooseFile() {
        files.toOpen().ifPresent(this::open);
    }

    void open(Path file) {
        try {
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
            workbench.open(workbench.sources().read(argument));
        } catch (SourceException e) {
            workbench.log().error(String.valueOf(e.getMessage()));
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
