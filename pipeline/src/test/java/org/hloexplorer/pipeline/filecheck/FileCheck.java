package org.hloexplorer.pipeline.filecheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.catalog.Passes;

/** Runs the passes that a test file names on its modules, and holds the outcome to its lines. */
final class FileCheck {
    private static final boolean BLESS = Boolean.getBoolean("bless");
    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, Modules::faults);

    private FileCheck() {}

    static void verify(Path path) throws IOException {
        var sections = CheckSection.of(Files.readString(path));
        if (BLESS) {
            bless(path, sections);
        } else {
            sections.forEach(FileCheck::verify);
        }
    }

    /** All runs of a file by this runner, for those who ask what it covers. */
    static List<PipelineRun> runs(Path path, PassRunner runner) throws IOException {
        return CheckSection.of(Files.readString(path)).stream()
                .filter(section -> section.all("ERROR").isEmpty())
                .map(section -> run(section, runner))
                .toList();
    }

    private static PipelineRun run(CheckSection section) {
        return run(section, RUNNER);
    }

    private static PipelineRun run(CheckSection section, PassRunner runner) {
        return runner.run(HloParser.parseOrThrow(section.text()), RunLine.parse(section.run()));
    }

    private static void verify(CheckSection section) {
        if (!section.all("ERROR").isEmpty()) {
            assertThat(failureOf(section)).contains(section.all("ERROR"));
            return;
        }
        var run = run(section);
        assertThat(run.runs()).extracting(PassRun::failure).containsOnlyNulls();
        CheckLines.check(HloPrinter.print(run.output(), PrintOptions.SHORT), section.directives());
        checkExplanations(run, section.all("EXPLAIN"));
        if (section.all("UNEVALUATED").isEmpty()) {
            Evaluations.assertSameResults(run);
        }
        section.all("DIFFERS").forEach(numbers -> Evaluations.assertDifferentResults(run, numbers));
    }

    private static String failureOf(CheckSection section) {
        try {
            return run(section).runs().stream()
                    .map(each -> String.valueOf(each.failure()))
                    .collect(Collectors.joining("\n"));
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void checkExplanations(PipelineRun run, List<String> wanted) {
        var events = run.runs().stream()
                .flatMap(each -> each.events().stream())
                .map(PassEvent::toText)
                .toList();
        for (var text : wanted) {
            assertThat(events).anyMatch(event -> CheckLines.matches(text, event));
        }
    }

    private static void bless(Path path, List<CheckSection> sections) throws IOException {
        var blessed = new ArrayList<String>();
        for (var section : sections) {
            blessed.add(
                    section.all("ERROR").isEmpty()
                            ? blessed(section, run(section).output())
                            : section.text());
        }
        Files.writeString(path, String.join(CheckSection.SEPARATOR + "\n", blessed));
    }

    /** The section with the printed module as its only {@code CHECK} lines, behind the module. */
    private static String blessed(CheckSection section, HloModule output) {
        var kept = section.text()
                .lines()
                .filter(line -> !line.startsWith("// CHECK"))
                .collect(Collectors.joining("\n"))
                .stripTrailing();
        var printed =
                HloPrinter.print(output, PrintOptions.SHORT).lines().skip(1).toList();
        var text = new StringBuilder(kept).append("\n\n");
        var word = "CHECK";
        for (var line : printed) {
            if (!line.isBlank()) {
                text.append("// ")
                        .append(word)
                        .append(": ")
                        .append(line.strip())
                        .append('\n');
            }
            word = line.isBlank() ? "CHECK" : "CHECK-NEXT";
        }
        return text.toString();
    }
}
