package org.hloexplorer.pipeline.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;

/** The last lines that a child wrote: all of its standard error, and what is no frame on its standard output. */
final class Tail {
    private static final int LINES = 200;

    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final Thread reader;

    private Tail(InputStream stream) {
        this.reader = Thread.ofPlatform().daemon().name("worker-stderr").unstarted(() -> read(stream));
    }

    static Tail of(InputStream stream) {
        var tail = new Tail(stream);
        tail.reader.start();
        return tail;
    }

    /** Takes lines in until the stream ends. */
    void read(InputStream stream) {
        try (var text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            text.lines().forEach(this::add);
        } catch (IOException | UncheckedIOException _) {
            // The stream breaks when the child is killed; what came before stays.
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        if (lines.size() > LINES) {
            lines.remove();
        }
    }

    /** The lines, once the child has ended and its last words are in. */
    List<String> afterTheEnd() throws InterruptedException {
        reader.join(2_000);
        synchronized (this) {
            return List.copyOf(lines);
        }
    }
}
