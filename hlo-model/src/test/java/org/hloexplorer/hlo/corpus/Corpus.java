package org.hloexplorer.hlo.corpus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A folder of real programs, far larger than what the repository holds: {@code corpus/} with XLA's texts, protos and
 * results, {@code frameworks/tf/} with what TensorFlow hands to XLA. Its place is the property {@code hlox.corpus}.
 */
final class Corpus {
    private static final List<String> ENDINGS =
            List.of(".hlo", ".hlo.gz", ".pb", ".mlir", ".mlir.gz", "hlo.txt", "hlo_full.txt", "hlo_no_metadata.txt");

    private Corpus() {}

    /** The folder; where there is none, the test that asks is skipped and says so. */
    static Path folder() {
        var place = System.getProperty("hlox.corpus", "");
        assumeTrue(
                !place.isEmpty() && Files.isDirectory(Path.of(place)),
                "there is no corpus at '%s': name its folder with -Dhlox.corpus=FOLDER".formatted(place));
        return Path.of(place);
    }

    /** All programs, per-pass dumps included. */
    static List<Path> programs() {
        return files(path -> isProgram(path) && !path.toString().contains("jaxpr"));
    }

    private static boolean isProgram(Path path) {
        var name = path.getFileName().toString();
        boolean isDump = parent(path).getFileName().toString().startsWith("dump_")
                && name.endsWith(".txt")
                && !name.contains("buffer-assignment")
                && !name.contains("live-range")
                && !name.contains("memory-usage");
        return isDump || ENDINGS.stream().anyMatch(name::endsWith);
    }

    static List<Path> files(Predicate<Path> wanted) {
        var files = new ArrayList<Path>();
        for (var folder : List.of("corpus", "frameworks")) {
            try (var paths = Files.walk(folder().resolve(folder))) {
                paths.filter(Files::isRegularFile).filter(wanted).forEach(files::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        files.sort(Comparator.naturalOrder());
        return files;
    }

    /** The folder a file lies in. */
    static Path parent(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    /** The first of these files that is there. */
    static Optional<Path> first(Path folder, String... names) {
        return Stream.of(names).map(folder::resolve).filter(Files::exists).findFirst();
    }

    /** The path below the corpus, as the name of a test. */
    static String name(Path path) {
        return folder().relativize(path).toString();
    }
}
