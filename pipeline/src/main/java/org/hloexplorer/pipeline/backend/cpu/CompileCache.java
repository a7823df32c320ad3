package org.hloexplorer.pipeline.backend.cpu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.CompileOutcome.Compiled;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Machine code of kernels that were compiled before, in files named after what they were compiled from: the kernel's code
 * with its shapes, the processor, and the compiler's version.
 *
 * <p>A file begins with the digest of the rest, so that one that is damaged is noticed, and compiled anew. Where all files
 * together grow too large, those used longest ago go first. Where the folder cannot be used, nothing is kept.
 */
public final class CompileCache {
    /** Raised whenever the same code would be compiled to something else. */
    static final String COMPILER = "LLVM 20.1.7 default<O3> 2";

    private static final String SUFFIX = ".kernel";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final @Nullable Path folder;
    private final long mostBytes;

    private CompileCache(@Nullable Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /** A cache that keeps so many bytes at most. */
    public static CompileCache in(Path folder, long mostBytes) {
        return new CompileCache(folder, mostBytes);
    }

    /** A cache that keeps nothing. */
    public static CompileCache none() {
        return new CompileCache(null, 0);
    }

    /** The code that was kept for a kernel, if it is there and whole. */
    Optional<Compiled> find(KernelSource kernel, Target target) {
        var file = file(kernel, target);
        if (file == null || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            var text = Files.readString(file);
            int end = text.indexOf('\n');
            var content = text.substring(end + 1);
            if (end < 0 || !text.substring(0, end).equals(digest(content))) {
                Files.delete(file);
                return Optional.empty();
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return Optional.of(MAPPER.readValue(content, Compiled.class));
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    /** Keeps the code of a kernel. */
    void keep(KernelSource kernel, Target target, Compiled code) {
        var file = file(kernel, target);
        if (file == null || folder == null) {
            return;
        }
        try {
            Files.createDirectories(folder);
            var content = MAPPER.writeValueAsString(code);
            var whole = Files.createTempFile(folder, "new", null);
            Files.writeString(whole, digest(content) + "\n" + content);
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException _) {
            // What is not kept is compiled again.
        }
    }

    /** Removes what was used longest ago until the rest is small enough. */
    void trim() {
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        try (var paths = Files.list(folder)) {
            var files = new ArrayList<>(paths.filter(path -> path.toString().endsWith(SUFFIX))
                    .map(Kept::of)
                    .toList());
            files.sort(Comparator.comparing(Kept::used));
            long total = files.stream().mapToLong(Kept::bytes).sum();
            for (var each : files) {
                if (total <= mostBytes) {
                    return;
                }
                Files.deleteIfExists(each.path());
                total -= each.bytes();
            }
        } catch (IOException _) {
            // Another process may be trimming, too: it will do.
        }
    }

    /** A file, its size, and when it was used. */
    private record Kept(Path path, long bytes, FileTime used) {
        static Kept of(Path path) {
            try {
                return new Kept(path, Files.size(path), Files.getLastModifiedTime(path));
            } catch (IOException _) {
                return new Kept(path, 0, FileTime.fromMillis(0));
            }
        }
    }

    private @Nullable Path file(KernelSource kernel, Target target) {
        return folder == null
                ? null
                : folder.resolve(digest(String.join(
                                "\n", List.of(COMPILER, target.triple(), target.cpu(), target.features(), kernel.ir())))
                        + SUFFIX);
    }

    private static String digest(String text) {
        try {
            var bytes = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
