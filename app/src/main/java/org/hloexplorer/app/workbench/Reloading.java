package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Keeps the program that is open in step with its file, unless the user has edited it: their text is never lost. */
final class Reloading implements AutoCloseable {
    private static final String RELOADING = "reloading";

    private final ProgramModel program;
    private final Sources sources;
    private final Tasks tasks;
    private final LogModel log;
    private final FileWatch watch;
    private @Nullable Path watched;
    /** What the file held when it was last read. */
    private String known = "";

    Reloading(ProgramModel program, Sources sources, Tasks tasks, LogModel log, Executor publisher) {
        this.program = program;
        this.sources = sources;
        this.tasks = tasks;
        this.log = log;
        this.watch = new FileWatch(file -> publisher.execute(() -> changed(file)));
    }

    /** Follows the file of a program that has just been opened, if it is in one. */
    void follow(ProgramSource opened) {
        known = opened.text();
        watched = opened.file();
        try {
            watch.watch(opened.file());
        } catch (IOException e) {
            log.warn("%s is not watched for changes: %s.".formatted(opened.name(), e.getMessage()));
        }
    }

    private void changed(Path file) {
        if (!file.equals(watched)) {
            return;
        }
        tasks.start(RELOADING, "reading " + file, _ -> sources.readFile(file), new Tasks.Outcome<>() {
            @Override
            public void succeeded(ProgramSource result) {
                take(result);
            }

            @Override
            public void failed(Exception exception) {
                log.warn("The changed file was not read: " + exception.getMessage());
            }
        });
    }

    private void take(ProgramSource read) {
        if (read.text().equals(known)) {
            return;
        }
        boolean isEdited = !program.sourceProperty().get().text().equals(known);
        known = read.text();
        if (isEdited) {
            log.warn(
                    "%s has changed. Your text is kept: open the file again to have the other.".formatted(read.name()));
        } else {
            log.info("%s has changed and was read again.".formatted(read.name()));
            program.edit(read.text());
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
