package org.hloexplorer.hlo.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.text.HloPrinter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads each text below {@code forms/} without an error. One that XLA prints so comes back to the byte; for others,
 * comments at the end hold what is printed. With {@code -Dbless=true} those are written anew.
 */
final class FormFilesTests {
    private static final Path ROOT = Path.of("src/test/resources/forms");
    private static final String MARK = "// ";

    @TestFactory
    Stream<DynamicTest> everyFile() throws IOException {
        try (var paths = Files.list(ROOT)) {
            return paths
                    .sorted()
                    .map(path -> dynamicTest(path.getFileName().toString(), path.toUri(), () -> check(path)))
                    .toList()
                    .stream();
        }
    }

    private static void check(Path path) throws IOException {
        var content = Files.readString(path);
        var text = part(content, false);
        var parsed = HloReader.readText("text", text);
        assertThat(parsed.errors()).as(parsed.renderAll()).isEmpty();
        var printed = HloPrinter.print(parsed.orThrow(), parsed.form());
        if (Boolean.getBoolean("bless") && !printed.equals(text)) {
            Files.writeString(path, text + commented(printed));
            content = Files.readString(path);
        }
        var expected = content.equals(text) ? text : part(content, true);
        assertThat(printed).isEqualTo(expected);
        var again = HloReader.readText("again", printed);
        assertThat(HloPrinter.print(again.orThrow(), again.form()))
                .as("a fixed point")
                .isEqualTo(printed);
    }

    private static String part(String content, boolean isExpectation) {
        return content.lines()
                .filter(line -> line.startsWith("//") == isExpectation)
                .map(line -> isExpectation ? line.substring(Math.min(line.length(), MARK.length())) : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String commented(String text) {
        return text.lines().map(line -> (MARK + line).stripTrailing()).collect(Collectors.joining("\n", "", "\n"));
    }
}
