package org.hloexplorer.hlo.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Npy;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every program of the corpus loads, prints back to itself, and gives what XLA gave for it. */
@Tag("corpus")
final class CorpusTests {

    @TestFactory
    Stream<DynamicTest> everyProgramLoadsAndPrintsBack() {
        return Corpus.programs().stream().map(path -> test(path, () -> loadsAndPrintsBack(path)));
    }

    private static void loadsAndPrintsBack(Path path) throws IOException {
        var parsed = HloReader.read(path);
        assertThat(parsed.errors()).as(parsed.renderAll()).isEmpty();
        var printed = HloPrinter.print(parsed.orThrow(), parsed.form());
        if (parsed.source().file().equals(path.toString())) {
            assertThat(printed.strip()).isEqualTo(parsed.source().text().strip());
        }
        var again = HloParser.parse("printed", printed);
        assertThat(again.errors()).as(again.renderAll()).isEmpty();
        assertThat(HloPrinter.print(again.orThrow(), parsed.form())).isEqualTo(printed);
    }

    @TestFactory
    Stream<DynamicTest> everyProgramGivesWhatIsExpected() {
        return Corpus.files(path -> Corpus.parent(path).endsWith("expected")
                        && path.toString().endsWith(".json"))
                .stream()
                .flatMap(CorpusTests::evaluations);
    }

    private static Stream<DynamicTest> evaluations(Path expectedFile) {
        var name = expectedFile.getFileName().toString();
        var folder = Corpus.parent(expectedFile).resolveSibling(name.substring(0, name.indexOf('.')));
        var tests = new ArrayList<DynamicTest>();
        try {
            var expected = ExpectedOutputs.read(expectedFile);
            var program = folder.resolve(expected.programFile());
            tests.add(test(program, () -> givesWhatIsExpected(program, expected)));
            if (expected.programFile().startsWith("before_opt")) {
                Corpus.first(folder, "stablehlo.mlir", "stablehlo.mlir.gz")
                        .ifPresent(path -> tests.add(test(path, () -> givesWhatIsExpected(path, expected))));
            }
        } catch (IOException e) {
            tests.add(test(expectedFile, () -> {
                throw e;
            }));
        }
        return tests.stream();
    }

    private static void givesWhatIsExpected(Path program, ExpectedOutputs expected) throws IOException {
        var module = HloReader.read(program).orThrow();
        var output = new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1));
        assertThat(expected.differences(output)).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> everyProgramOfTensorFlowGivesItsOutputs() {
        return Corpus.files(path -> path.endsWith("out_0.npy")).stream()
                .map(Corpus::parent)
                .flatMap(folder -> Stream.of(
                                Corpus.first(folder, "hlo_full.txt", "hlo.txt"),
                                Corpus.first(folder, "hlo.pb"),
                                Corpus.first(folder, "stablehlo.mlir"))
                        .flatMap(Optional::stream))
                .map(path -> test(path, () -> givesItsOutputs(path)));
    }

    private static void givesItsOutputs(Path path) throws IOException {
        var module = HloReader.read(path).orThrow();
        var inputs = arrays(Corpus.parent(path), "in_");
        var output = new HloEvaluator().evaluate(module, inPlace(module, inputs));
        var expected = arrays(Corpus.parent(path), "out_");
        var actual = output.shape() instanceof Shape.Tuple ? output.elements() : List.of(output);
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            var comparison = LiteralComparison.of(actual.get(i), like(actual.get(i), expected.get(i)));
            assertThat(comparison.agrees())
                    .as("output %d: %s", i, comparison.toText())
                    .isTrue();
        }
    }

    /** Files know neither bf16 nor layouts. */
    private static Literal like(Literal actual, Literal expected) {
        var shape = actual.shape().asArray();
        if (expected.shape().isCompatible(shape)) {
            return expected;
        }
        var type = shape.elementType();
        if (type == PrimitiveType.BF16 && expected.shape().asArray().elementType() == PrimitiveType.F32) {
            var bits = new short[(int) expected.elementCount()];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = (short) FloatFormats.encode(type, expected.doubleAt(i));
            }
            return Literal.of(shape, MemorySegment.ofArray(bits));
        }
        return Literal.of(shape, expected.data());
    }

    private static List<Literal> inPlace(HloModule module, List<Literal> inputs) {
        var parameters = module.entry().parameters();
        var arguments = new ArrayList<Literal>();
        for (int i = 0; i < inputs.size(); i++) {
            var shape = parameters.get(i).shape().asArray();
            var input = inputs.get(i);
            arguments.add(input.shape().isCompatible(shape) ? input : Literal.of(shape, input.data()));
        }
        return arguments;
    }

    private static List<Literal> arrays(Path folder, String prefix) throws IOException {
        var arrays = new ArrayList<Literal>();
        for (int i = 0; Files.exists(folder.resolve(prefix + i + ".npy")); i++) {
            arrays.add(Npy.read(folder.resolve(prefix + i + ".npy")));
        }
        return arrays;
    }

    private interface Check {
        void run() throws IOException;
    }

    private static DynamicTest test(Path path, Check check) {
        return dynamicTest(Corpus.name(path), path.toUri(), check::run);
    }
}
