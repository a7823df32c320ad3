package org.hloexplorer.pipeline.onednn;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;

/**
 * The files of oneDNN, in the order they are loaded: its OpenMP runtime, then the library.
 *
 * <p>{@code -Dhlox.onednn.library=FILE} names another build of the library. Else they are looked for in the folders of {@code java.library.path}, as an installed program has them, then on the class
 * path, from where they are unpacked once into JavaCPP's cache.
 */
final class NativeFiles {
    private NativeFiles() {}

    /** @throws OneDnnException where the library is not there for this platform */
    static List<Path> find() {
        var named = System.getProperty("hlox.onednn.library");
        if (named != null) {
            return List.of(existing(Path.of(named)));
        }
        return find(Loader.Detector.getPlatform());
    }

    private static Path existing(Path named) {
        if (!Files.isRegularFile(named)) {
            throw new OneDnnException(
                    "oneDNN is not here: hlox.onednn.library names %s, which is no file".formatted(named));
        }
        return named.toAbsolutePath();
    }

    static List<Path> find(String platform) {
        var library = libraryName(platform);
        var found = find(platform, library)
                .orElseThrow(() -> new OneDnnException(
                        "oneDNN is not here: there is no %s in java.library.path, and none for %s on the class path, where it comes as org.bytedeco:dnnl"
                                .formatted(library, platform)));
        List<Path> files = new ArrayList<>();
        runtimeNames(platform).forEach(name -> find(platform, name).ifPresent(files::add));
        files.add(found);
        return files;
    }

    private static String libraryName(String platform) {
        return platform.startsWith("windows")
                ? "dnnl.dll"
                : platform.startsWith("macosx") ? "libdnnl.3.dylib" : "libdnnl.so.3";
    }

    /** Names that the runtime may have; where none of them is there, the library finds the system's. */
    private static List<String> runtimeNames(String platform) {
        return platform.startsWith("windows")
                ? List.of("libiomp5md.dll", "libomp140.x86_64.dll")
                : platform.startsWith("macosx")
                        ? List.of("libgomp.1.dylib", "libiomp5.dylib", "libomp.dylib")
                        : List.of("libgomp.so.1");
    }

    private static Optional<Path> find(String platform, String name) {
        for (var folder : System.getProperty("java.library.path", "").split(File.pathSeparator, -1)) {
            var file = Path.of(folder).resolve(name);
            // The system's own is of another version, where it has one at all.
            if (!folder.isEmpty() && Files.isRegularFile(file) && isOurs(folder)) {
                return Optional.of(file.toAbsolutePath());
            }
        }
        return unpacked("/org/bytedeco/dnnl/%s/%s".formatted(platform, name));
    }

    private static boolean isOurs(String folder) {
        return !folder.startsWith("/usr/") && !folder.startsWith("/lib");
    }

    private static Optional<Path> unpacked(String resource) {
        var url = NativeFiles.class.getResource(resource);
        if (url == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Loader.cacheResource(url).toPath());
        } catch (IOException e) {
            throw new OneDnnException("oneDNN cannot be unpacked: " + e.getMessage(), e);
        }
    }
}
