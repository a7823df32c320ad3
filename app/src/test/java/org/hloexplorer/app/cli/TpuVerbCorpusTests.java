package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code hlox tpu} on every program of a folder: totals, states that add up to them, and results that agree. */
@Tag("corpus")
final class TpuVerbCorpusTests {
    private static final String PROPERTY = "hlox.corpus";

    /** The pipeline's fusions would multiply the instructions of larger programs, which run as they are. */
    private static final long MOST_BYTES_OPTIMISED = 300_000;

    private final List<String> faults = new ArrayList<>();

    @Test
    void everyProgramAddsUpAndAgrees() throws IOException {
        var folder = System.getProperty(PROPERTY);
        assumeThat(folder)
                .as("skipped: no corpus of programs was named by -D%s=FOLDER", PROPERTY)
                .isNotNull();
        var root = Path.of(folder);
        var corpus = Files.isDirectory(root.resolve("corpus")) ? root.resolve("corpus") : root;
        var only = System.getProperty(PROPERTY + ".only", "");
        var table = new ArrayList<String>();
        for (var program : programs(corpus)) {
            var name = corpus.relativize(program).getName(0).toString();
            if (name.contains(only)) {
                table.add(row(name, program));
                Files.createDirectories(Path.of("target/corpus"));
                Files.write(Path.of("target/corpus/hlox-tpu.md"), table);
            }
        }
        assertThat(table).isNotEmpty();
        assertThat(faults).isEmpty();
    }

    private static List<Path> programs(Path corpus) throws IOException {
        try (Stream<Path> folders = Files.list(corpus)) {
            return folders.sorted()
                    .flatMap(folder ->
                            Stream.of("before_opt.hlo", "before_opt.hlo.gz").map(folder::resolve))
                    .filter(Files::exists)
                    .toList();
        }
    }

    private String row(String name, Path program) throws IOException {
        var pipeline = Files.size(program) > MOST_BYTES_OPTIMISED ? "none" : "tpu";
        var result =
                hlox("tpu", "--json", "--chip=v5e", "--timeout=3600", "--pipeline=" + pipeline, program.toString());
        if (result.status() != 0) {
            return refused(name, result);
        }
        var line = result.onlyJson();
        long cycles = line.get("cycles").asLong();
        check(name, "closed form", line.get("closed_form").asLong(), cycles);
        line.get("states").properties().forEach(unit -> check(name, unit.getKey(), sum(unit.getValue()), cycles));
        var whole = line.get("program");
        long total = whole.get("cycles").asLong();
        whole.get("states").properties().forEach(unit -> check(name, unit.getKey(), sum(unit.getValue()), total));
        check(name, "critical path", sum(whole.get("critical_path")), total);
        if (total < whole.get("at_least").asLong()
                || total > whole.get("at_most").asLong()) {
            faults.add("%s: %d cycles are not between their bounds".formatted(name, total));
        }
        if (!line.get("compare").get("ok").asBoolean()) {
            faults.add("%s: %s".formatted(name, line.get("compare")));
        }
        line.get("matmuls")
                .valueStream()
                .filter(each -> each.has("check")
                        && !each.get("check").get("within_bound").asBoolean())
                .forEach(each -> faults.add("%s: %s leaves its bound".formatted(name, each.get("instruction"))));
        return "| %s | %s | %d | %,d | %,d | %s |"
                .formatted(
                        name,
                        pipeline,
                        line.get("matmuls").size(),
                        cycles,
                        total,
                        line.get("compare").get("max_abs").asString());
    }

    private String refused(String name, Shell.Result result) {
        var sentence = (result.out() + result.err()).strip();
        faults.add("%s: status %d, %s".formatted(name, result.status(), sentence));
        return "| %s | | | | | %s |".formatted(name, sentence);
    }

    private void check(String name, String what, long sum, long total) {
        if (sum != total) {
            faults.add("%s: %s gives %d, not %d".formatted(name, what, sum, total));
        }
    }

    private static long sum(JsonNode counts) {
        return counts.valueStream().mapToLong(JsonNode::asLong).sum();
    }
}
