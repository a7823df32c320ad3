package org.hloexplorer.hlo.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.text.Diagnostic;
import org.hloexplorer.hlo.text.DiagnosticCode;
import org.hloexplorer.hlo.verify.FindingCode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads each text below {@code diagnostics/}, whose last lines say which complaints it earns, all of them and no other.
 * With {@code -Dbless=true} those lines are written anew.
 */
final class DiagnosticFilesTests {
    private static final Path ROOT = Path.of("src/test/resources/diagnostics");

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
        var parsed = HloReader.read("text", content.getBytes(StandardCharsets.UTF_8));
        var actual =
                parsed.diagnostics().stream().map(DiagnosticFilesTests::line).collect(Collectors.joining("\n"));
        if (Boolean.getBoolean("bless")) {
            Files.writeString(path, withoutExpectations(content) + actual + "\n");
        }
        assertThat(actual).isEqualTo(expectations(Files.readString(path)));
        assertThat(actual).contains("[" + path.getFileName().toString().replace(".hlo", "") + "]");
    }

    private static String line(Diagnostic diagnostic) {
        var span = diagnostic.span();
        var line = "// %s %d:%d+%d [%s] %s"
                .formatted(
                        diagnostic.severity().text().toUpperCase(Locale.ROOT),
                        span.line(),
                        span.column(),
                        span.length(),
                        diagnostic.code().text(),
                        diagnostic.message());
        return diagnostic.note() == null ? line : line + "\n// NOTE " + diagnostic.note();
    }

    private static boolean isExpectation(String line) {
        return line.startsWith("// ERROR ") || line.startsWith("// WARNING ") || line.startsWith("// NOTE ");
    }

    private static String expectations(String content) {
        return content.lines().filter(DiagnosticFilesTests::isExpectation).collect(Collectors.joining("\n"));
    }

    private static String withoutExpectations(String content) {
        return content.lines().filter(line -> !isExpectation(line)).collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void everyCodeHasAnExample() throws IOException {
        var missing = new TreeSet<String>();
        Stream.of(DiagnosticCode.values()).map(DiagnosticCode::text).forEach(missing::add);
        Stream.of(FindingCode.values()).map(FindingCode::text).forEach(missing::add);
        try (var paths = Files.list(ROOT)) {
            paths.forEach(path -> missing.remove(path.getFileName().toString().replace(".hlo", "")));
        }
        assertThat(missing)
                .as("codes that no text can earn have their example in ReaderTests or HloVerifierTests")
                .containsExactlyInAnyOrder(
                        "unreadable",
                        "unsupported-format",
                        "call-cycle",
                        "callee-missing",
                        "control-predecessor",
                        "duplicate-id",
                        "literal-shape",
                        "operand-missing",
                        "operand-order",
                        "root-missing");
    }
}
