package org.hloexplorer.hlo.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.hlo.verify.HloVerifier;

/** Texts and bytes that are wrong in any way are answered by complaints, soon, and never by a crash. */
final class MutatedTextTests {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String INSERTED = "{}()[]<>=,:%#*+~?\"'\\/-. \n\0exf09é漢";
    private static final List<String> WORDS = List.of(
            "ROOT ",
            "ENTRY ",
            "HloModule",
            "f32[",
            "{...}",
            "9223372036854775808",
            "-1",
            "1e999",
            "/*",
            "*/",
            "//",
            "metadata={",
            "constant(",
            "calls=",
            "nan(0x",
            "T(8,128)",
            "<=",
            "((((((((",
            "to_apply=%main",
            "f32[9999999999]",
            "\"",
            "replica_groups=",
            "async-start(",
            "#0",
            "control-predecessors={");
    private static final List<String> PROGRAMS = programs();

    private static List<String> programs() {
        return Stream.of("programs", "forms", "diagnostics")
                .flatMap(folder -> filesIn(Path.of("src/test/resources").resolve(folder)))
                .sorted()
                .map(MutatedTextTests::read)
                .toList();
    }

    private static Stream<Path> filesIn(Path folder) {
        try (var paths = Files.list(folder)) {
            return paths.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Property(tries = 3000)
    void mutatedProgramsAreAnswered(@ForAll Random random, @ForAll @IntRange(min = 1, max = 8) int mutations) {
        var text = new StringBuilder(PROGRAMS.get(random.nextInt(PROGRAMS.size())));
        for (int i = 0; i < mutations && !text.isEmpty(); i++) {
            mutate(text, random);
        }
        assertAnswered(text.toString());
    }

    private static void mutate(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        int length = Math.min(text.length() - at, 1 + random.nextInt(random.nextInt(10) == 0 ? 2000 : 12));
        switch (random.nextInt(7)) {
            case 0 -> text.delete(at, at + length);
            case 1 -> text.insert(at, INSERTED.charAt(random.nextInt(INSERTED.length())));
            case 2 -> text.setCharAt(at, INSERTED.charAt(random.nextInt(INSERTED.length())));
            case 3 -> text.insert(at, text.substring(at, at + length));
            case 4 -> text.setLength(at);
            case 5 -> text.insert(at, WORDS.get(random.nextInt(WORDS.size())));
            default -> text.insert(random.nextInt(text.length()), text.substring(at, at + length));
        }
    }

    @Property(tries = 500)
    void randomBytesAreAnswered(@ForAll byte[] bytes) {
        assertTimeoutPreemptively(SOON, () -> assertReported(HloReader.read("bytes", bytes)));
    }

    @Property(tries = 1000)
    void mutatedCompressedProgramsAreAnswered(@ForAll Random random) throws IOException {
        var content = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(content)) {
            gzip.write(PROGRAMS.get(random.nextInt(PROGRAMS.size())).getBytes(StandardCharsets.UTF_8));
        }
        var bytes = content.toByteArray();
        // The first three bytes say that it is gzip; without them it is any other file.
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            bytes[3 + random.nextInt(bytes.length - 3)] = (byte) random.nextInt(256);
        }
        var cut = random.nextBoolean() ? bytes : Arrays.copyOf(bytes, 3 + random.nextInt(bytes.length - 3));
        assertTimeoutPreemptively(SOON, () -> assertReported(HloReader.read("mutated.gz", cut)));
    }

    @Property(tries = 300)
    void textsOfWordsAreAnswered(@ForAll Random random, @ForAll @IntRange(max = 300) int words) {
        var text = new StringBuilder("HloModule m\nENTRY main {\n");
        for (int i = 0; i < words; i++) {
            text.append(WORDS.get(random.nextInt(WORDS.size())));
        }
        assertAnswered(text.toString());
    }

    private static void assertAnswered(String text) {
        assertThatCode(() -> assertTimeoutPreemptively(SOON, () -> assertReported(HloReader.readText("text", text))))
                .as(text)
                .doesNotThrowAnyException();
    }

    /** Whatever could be read can be shown, verified and printed. */
    private static void assertReported(ParsedModule parsed) {
        assertThat(parsed.renderAll()).isNotNull();
        assertThat(parsed.module().isPresent() || parsed.hasErrors()).isTrue();
        parsed.module().ifPresent(module -> {
            HloPrinter.print(module, PrintOptions.SHORT);
            HloPrinter.printWithPlaces(module, parsed.form());
            HloVerifier.verify(module);
        });
    }
}
