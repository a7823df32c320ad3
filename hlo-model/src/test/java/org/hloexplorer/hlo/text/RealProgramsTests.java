package org.hloexplorer.hlo.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Programs as XLA printed them are read without complaint, and printed back to the byte. */
final class RealProgramsTests {
    private static final Path ROOT = Path.of("src/test/resources/programs");

    @TestFactory
    Stream<DynamicTest> comeBackAsTheyWere() throws IOException {
        try (var paths = Files.walk(ROOT)) {
            return paths
                    .filter(path -> path.toString().endsWith(".hlo"))
                    .sorted()
                    .map(path -> dynamicTest(ROOT.relativize(path).toString(), path.toUri(), () -> check(path)))
                    .toList()
                    .stream();
        }
    }

    private static void check(Path path) {
        var text = read(path);
        var parsed = HloParser.parse(path.toString(), text);
        assertThat(parsed.diagnostics()).as(parsed.renderAll()).isEmpty();
        assertThat(HloPrinter.print(parsed.orThrow(), parsed.form())).isEqualTo(text);
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
