package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.reader.HloReader;
import tools.jackson.databind.ObjectMapper;

/**
 * A folder with a folder per program, by itself or in {@code corpus/}: {@code before_opt.hlo}, what single passes of
 * XLA make of it in {@code passes/}, what its whole pipeline makes in {@code cpu_after.hlo}, and the steps of that in
 * {@code dump_cpu/}.
 */
record Corpus(Path root) {
    private static final String PROPERTY = "hlox.corpus";

    /** What the build was told to use; the test that asks is skipped, with a sentence, where it was told nothing. */
    static Corpus orSkip() {
        var folder = System.getProperty(PROPERTY);
        assumeTrue(folder != null, "skipped: no corpus of programs was named by -D" + PROPERTY + "=FOLDER");
        var place = Path.of(folder);
        assertThat(place).isDirectory();
        return new Corpus(Files.isDirectory(place.resolve("corpus")) ? place.resolve("corpus") : place);
    }

    record Program(Path folder) {
        String name() {
            return folder.getFileName().toString();
        }

        HloModule input() {
            return module("before_opt.hlo").orElseThrow();
        }

        /** What lies there under this name, packed or not. */
        Optional<HloModule> module(String file) {
            return found(folder.resolve(file)).map(Corpus::read);
        }

        /** The passes XLA ran alone that changed the program, or that did not; a list of several is joined by commas. */
        List<String> passes(String outcome) {
            var file = folder.resolve("passes/passes.json");
            if (!Files.exists(file)) {
                return List.of();
            }
            return new ObjectMapper()
                    .readTree(file)
                    .path(outcome)
                    .valueStream()
                    .map(each -> each.asString())
                    .toList();
        }

        /** The files of XLA's dump that show the module after a step, in order. */
        List<Path> dumpedSteps() {
            var dump = folder.resolve("dump_cpu");
            return Files.isDirectory(dump)
                    ? list(dump).stream()
                            .filter(path -> path.getFileName().toString().matches(".*\\.\\d{4}\\..*\\.txt"))
                            .toList()
                    : List.of();
        }
    }

    Program program(String name) {
        return new Program(root.resolve(name));
    }

    List<Program> programs() {
        return list(root).stream()
                .filter(folder -> found(folder.resolve("before_opt.hlo")).isPresent())
                .map(Program::new)
                .toList();
    }

    static HloModule read(Path file) {
        try {
            return HloReader.read(file).orThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> list(Path folder) {
        try (var paths = Files.list(folder)) {
            return paths.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Path> found(Path file) {
        var packed = file.resolveSibling(file.getFileName() + ".gz");
        return List.of(file, packed).stream().filter(Files::exists).findFirst();
    }
}
