package org.hloexplorer.hlo.corpus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A folder of real programs, far larger than what the repository holds: {@code corpus/} with XLA's texts, protos and
 * results, {@code frameworks/tf/} with what TensorFlow hands to XLA. Its place is the property {@code corpus.folder}.
 */
final class Corpus {
    private static final List<String> ENDINGS =
            List.of(".hlo", ".hlo.gz", ".pb", ".mlir", ".mlir.gz", "hlo.txt", "hlo_full.txt", "hlo_no_metadata.txt");

    private Corpus() {}

    /** The folder; where there is none, the test that asks is skipped and says so. */
    static Path folder() {
        var place = System.getProperty("corpus.folder", "");
        assumeTrue(
                !place.isEmpty() && Files.isDirectory(Path.of(place)),
                "there is no corpus at '%s': name its folder with -Dcorpus.folder=FOLDER".formatted(place));
        return Path.of(place);
    }

    /** All programs, per-pass dumps included. */
    static List<Path> programs() {
        return files(path -> isProgram(path) && !path.toString().contains("jaxpr"));
    }

    private static boolean isProgram(Path path) {
        var name = path.getFileName().toString();
        boolean isDump = path.getParent().getFileName().toString().startsWith("dump_")
                && name.endsWith(".txt")
                && !name.contains("buffer-assignment")
                && !name.contains("live-range")
                && !name.contains("memory-usage");
        return isDump || ENDINGS.stream().anyMatch(name::endsWith);
    }

    static List<Path> files(Predicate<Path> wanted) {
        try (var paths = Stream.of("corpus", "frameworks")
                .map(folder()::resolve)
                .filter(Files::isDirectory)
                .flatMap(Corpus::walk)) {
            return paths.filter(Files::isRegularFile).filter(wanted).sorted().toList();
        }
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
