package org.hloexplorer.pipeline.filecheck;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs each {@code .hlo} file below {@code filecheck/} through the passes its {@code RUN} line names. */
final class FileCheckTests {
    static final Path ROOT = Path.of("src/test/resources/filecheck");

    @TestFactory
    Stream<DynamicTest> everyFile() throws IOException {
        return files().stream()
                .map(path -> dynamicTest(ROOT.relativize(path).toString(), path.toUri(), () -> FileCheck.verify(path)));
    }

    static List<Path> files() throws IOException {
        try (var paths = Files.walk(ROOT)) {
            return paths.filter(path -> path.toString().endsWith(".hlo"))
                    .sorted()
                    .toList();
        }
    }
}
