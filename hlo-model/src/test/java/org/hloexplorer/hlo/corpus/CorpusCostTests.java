package org.hloexplorer.hlo.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.hlo.reader.HloReader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.ObjectMapper;

/** The costs of the corpus are XLA's own: of every instruction, and in total of what XLA compiled. */
@Tag("corpus")
final class CorpusCostTests {
    /** XLA counts in single precision. */
    private static final double SINGLE = 1e-6;

    @TestFactory
    Stream<DynamicTest> everyInstructionCostsWhatXlaSays() {
        return Corpus.files(path -> path.endsWith("cost.tsv")).stream()
                .map(path -> dynamicTest(Corpus.name(path), path.toUri(), () -> compareInstructions(path)));
    }

    private static void compareInstructions(Path table) throws IOException {
        var program = Corpus.first(Corpus.parent(table), "before_opt.hlo", "before_opt.hlo.gz")
                .orElseThrow();
        var module = HloReader.read(program).orThrow();
        var analysis = HloCostAnalysis.of(module);
        var differences = new ArrayList<String>();
        var lines = Files.readAllLines(table);
        for (var line : lines.subList(1, lines.size())) {
            var columns = line.split("\t", -1);
            var computation = module.find(columns[0]).orElseThrow();
            var cost = analysis.cost(computation.find(columns[1]).orElseThrow());
            if (differs(cost.flops(), columns[3])
                    || differs(cost.transcendentals(), columns[4])
                    || differs(cost.bytesAccessed(), columns[5])) {
                differences.add(line + " is " + cost);
            }
        }
        assertThat(differences).isEmpty();
    }

    private static boolean differs(long actual, String expected) {
        double wanted = Double.parseDouble(expected);
        return Math.abs((double) actual - wanted) > SINGLE * Math.abs(wanted);
    }

    @TestFactory
    Stream<DynamicTest> whatXlaCompiledCostsWhatXlaSays() {
        return Corpus.files(path -> path.endsWith("meta.json") && Files.exists(path.resolveSibling("cpu_after.hlo")))
                .stream()
                .map(path -> dynamicTest(Corpus.name(path), path.toUri(), () -> compareTotals(path)));
    }

    private static void compareTotals(Path meta) throws IOException {
        var expected = new ObjectMapper().readTree(meta).path("cpu_cost");
        var total = HloCostAnalysis.of(
                        HloReader.read(meta.resolveSibling("cpu_after.hlo")).orThrow())
                .total();
        assertThat((double) total.bytesAccessed())
                .isCloseTo(expected.path("bytes_accessed").asDouble(), Percentage.withPercentage(0.001));
    }
}
