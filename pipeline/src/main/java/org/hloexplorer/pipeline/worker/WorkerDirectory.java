package org.hloexplorer.pipeline.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Pattern;

/** Where a worker keeps its files: a directory named after this process, so that a later one knows what was left. */
final class WorkerDirectory implements AutoCloseable {
    private static final String PREFIX = "hlox-worker-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-.*");

    private final Path path;

    private WorkerDirectory(Path path) {
        this.path = path;
    }

    /** Makes the directory, and removes those of processes that are no more. */
    static WorkerDirectory create(Path parent) throws IOException {
        removeLeftovers(parent);
        return new WorkerDirectory(Files.createTempDirectory(
                parent, PREFIX + ProcessHandle.current().pid() + "-"));
    }

    private static void removeLeftovers(Path parent) throws IOException {
        try (var entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path entry : entries) {
                var named = NAME.matcher(entry.getFileName().toString());
                if (named.matches() && isGone(Long.parseLong(named.group(1)))) {
                    removeQuietly(entry);
                }
            }
        }
    }

    private static boolean isGone(long pid) {
        return ProcessHandle.of(pid).isEmpty();
    }

    /** Quietly, as another user's files are not ours to remove. */
    private static void removeQuietly(Path directory) {
        try (var below = Files.walk(directory)) {
            below.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException _) {
            // Left to whoever owns them.
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        removeQuietly(path);
    }
}
