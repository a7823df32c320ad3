package org.hloexplorer.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples compute, and cost, what XLA says they do. */
final class SampleEvaluationTests {
    private static final SampleModules SAMPLES = SampleModules.load();

    static Stream<String> names() {
        return SAMPLES.list().stream().map(SampleModule::name);
    }

    @ParameterizedTest
    @MethodSource("names")
    void agreesWithTheEvaluatorOfXla(String name) {
        var module = module(name);
        var actual = arrays(new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1)));
        var expected = Expected.of(name).results();

        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            check(actual.get(i), expected.get(i));
        }
    }

    private static void check(Literal actual, Expected.Result expected) {
        var shape = actual.shape().asArray();
        assertThat(shape.elementType().text()).isEqualTo(expected.type());
        assertThat(shape.dimensions().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .isEqualTo(expected.sizes());
        double allowed = expected.tolerance() * expected.largest();
        for (int i = 0; i < expected.first().size(); i++) {
            assertThat(actual.doubleAt(i))
                    .as("element %d", i)
                    .isCloseTo(expected.first().get(i), within(allowed));
        }
        double sum = 0;
        double magnitudes = 0;
        double largest = 0;
        for (long i = 0; i < actual.elementCount(); i++) {
            sum += actual.doubleAt(i);
            magnitudes += Math.abs(actual.doubleAt(i));
            largest = Math.max(largest, Math.abs(actual.doubleAt(i)));
        }
        double sumAllowed = expected.tolerance() * expected.magnitudes();
        assertThat(sum).isCloseTo(expected.sum(), within(sumAllowed));
        assertThat(magnitudes).isCloseTo(expected.magnitudes(), within(sumAllowed));
        assertThat(largest).isCloseTo(expected.largest(), within(allowed));
    }

    @ParameterizedTest
    @MethodSource("names")
    void costsWhatXlaCounts(String name) {
        var module = module(name);
        var analysis = HloCostAnalysis.of(module);
        var expected = Expected.of(name).costs();

        assertThat(expected).isNotEmpty().allSatisfy(cost -> {
            var computation = module.find(cost.computation()).orElseThrow();
            var instruction = computation.find(cost.instruction()).orElseThrow();
            assertThat(analysis.cost(instruction))
                    .as("%s in %s", instruction, computation)
                    .isEqualTo(new Cost(cost.flops(), cost.transcendentals(), cost.bytes()));
        });
    }

    private static HloModule module(String name) {
        return HloParser.parse(name, SAMPLES.text(SAMPLES.get(name))).orThrow();
    }

    private static List<Literal> arrays(Literal literal) {
        return literal.shape() instanceof Shape.Tuple ? literal.elements() : List.of(literal);
    }
}
