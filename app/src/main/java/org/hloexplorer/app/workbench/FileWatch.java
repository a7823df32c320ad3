package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells when a file has been written by somebody else.
 *
 * <p>The folder is watched and not the file, because many editors put a new file in the place of the old.
 */
final class FileWatch implements AutoCloseable {
    /** Writers write in pieces: a file counts as written when nothing has happened to it for this long. */
    private static final long QUIET_MILLIS = 150;

    private final Consumer<Path> listener;
    private @Nullable WatchService service;

    /** @param listener is told of changes, on a thread of the watch */
    FileWatch(Consumer<Path> listener) {
        this.listener = listener;
    }

    /**
     * Watches this file, and no longer the one before; null watches none.
     *
     * @throws IOException where the system watches no more, or not there
     */
    synchronized void watch(@Nullable Path file) throws IOException {
        close();
        if (file == null) {
            return;
        }
        var absolute = file.toAbsolutePath();
        // A file lies in a folder; only the root of all does not, and that is no file.
        var folder = Objects.requireNonNullElse(absolute.getParent(), absolute);
        var opened = absolute.getFileSystem().newWatchService();
        service = opened;
        folder.register(opened, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
        Thread.ofPlatform().name("watch").daemon().start(() -> follow(opened, file));
    }

    private void follow(WatchService watching, Path file) {
        try {
            while (true) {
                if (isAbout(watching.take(), file)) {
                    awaitQuiet(watching);
                    listener.accept(file);
                }
            }
        } catch (ClosedWatchServiceException e) {
            // Another file is watched now, or the window is closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isAbout(WatchKey key, Path file) {
        boolean found = key.pollEvents().stream()
                .anyMatch(event -> event.kind().equals(StandardWatchEventKinds.OVERFLOW)
                        || file.getFileName().equals(event.context()));
        key.reset();
        return found;
    }

    private static void awaitQuiet(WatchService watching) throws InterruptedException {
        for (var more = poll(watching); more != null; more = poll(watching)) {
            more.pollEvents();
            more.reset();
        }
    }

    private static @Nullable WatchKey poll(WatchService watching) throws InterruptedException {
        return watching.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void close() {
        var open = service;
        service = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException("the watch of a file could not be ended", e);
            }
        }
    }
}
