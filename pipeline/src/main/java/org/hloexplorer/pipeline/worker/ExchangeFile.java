package org.hloexplorer.pipeline.worker;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that parent and child map to pass tensors. It loses its name as soon as both sides hold it. */
final class ExchangeFile implements AutoCloseable {
    private final Path path;
    private final Arena arena;
    private final MemorySegment memory;

    private ExchangeFile(Path path, Arena arena, MemorySegment memory) {
        this.path = path;
        this.arena = arena;
        this.memory = memory;
    }

    /**
     * Makes a file of a size.
     *
     * @throws IOException where the disk has no room for it: a mapped file that cannot be written to is a crash
     */
    static ExchangeFile create(Path directory, long bytes) throws IOException {
        var path = Files.createTempFile(directory, "exchange", null);
        long room = Files.getFileStore(directory).getUsableSpace();
        if (bytes > room) {
            Files.delete(path);
            throw new IOException(
                    "inputs and outputs take %,d bytes and %s has room for %,d; java.io.tmpdir names another place"
                            .formatted(bytes, directory.getParent(), room));
        }
        return map(path, bytes);
    }

    /** Maps a file that the other side has made. */
    @SuppressWarnings("MustBeClosedChecker") // close() does
    static ExchangeFile map(Path path, long bytes) throws IOException {
        var arena = Arena.ofShared();
        try (var channel = FileChannel.open(path, READ, WRITE)) {
            return new ExchangeFile(path, arena, channel.map(MapMode.READ_WRITE, 0, bytes, arena));
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    Path path() {
        return path;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Takes the name away; where the system refuses while the file is mapped, {@link #close} does it. */
    void unlink() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException _) {
            path.toFile().deleteOnExit();
        }
    }

    @Override
    public void close() {
        arena.close();
        unlink();
    }
}
