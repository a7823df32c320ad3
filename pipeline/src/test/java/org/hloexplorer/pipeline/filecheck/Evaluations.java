package org.hloexplorer.pipeline.filecheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.catalog.Passes;

/** Runs modules before and after passes on the reference evaluator. */
final class Evaluations {
    private static final HloEvaluator EVALUATOR = new HloEvaluator();

    private Evaluations() {}

    /** Both ends compute the same on made-up inputs, to the bit unless a rule that was used may change them. */
    static void assertSameResults(PipelineRun run) {
        var effects = effectsOf(run);
        Function<PrimitiveType, Tolerance> tolerance =
                Set.of(Effect.EXACT).containsAll(effects) ? _ -> Tolerance.exact() : Tolerance::of;
        for (long seed = 1; seed <= 2; seed++) {
            var inputs = GeneratedInputs.of(run.input(), seed);
            var expected = EVALUATOR.evaluate(run.input(), inputs);
            var actual = EVALUATOR.evaluate(run.output(), inputs);
            var comparison = LiteralComparison.of(actual, expected, tolerance);
            assertThat(comparison.agrees()).as(comparison.toText()).isTrue();
        }
    }

    /** With these numbers in all elements of the parameters, results differ: so a rule does change values. */
    static void assertDifferentResults(PipelineRun run, String numbers) {
        var inputs = new ArrayList<Literal>();
        var parameters = run.input().entry().parameters();
        var values = List.of(numbers.split(","));
        for (int i = 0; i < parameters.size(); i++) {
            inputs.add(splat(parameters.get(i).shape().asArray(), Double.parseDouble(values.get(i))));
        }
        var expected = EVALUATOR.evaluate(run.input(), inputs);
        var actual = EVALUATOR.evaluate(run.output(), inputs);
        assertThat(actual).as("results for " + numbers).isNotEqualTo(expected);
    }

    private static Literal splat(Shape.Array shape, double value) {
        var scalar = Literal.scalar(shape.elementType(), value);
        var bytes =
                new byte[Math.toIntExact(shape.elements() * shape.elementType().bytes())];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = scalar.data()
                    .get(ValueLayout.JAVA_BYTE, i % shape.elementType().bytes());
        }
        return Literal.of(shape, MemorySegment.ofArray(bytes));
    }

    private static Set<Effect> effectsOf(PipelineRun run) {
        var effects = Passes.REGISTRY.passes().stream()
                .flatMap(pass -> pass.rules().stream())
                .collect(Collectors.toMap(RuleDescription::name, RuleDescription::effect, (a, _) -> a));
        return run.runs().stream()
                .filter(PassRun::isChanging)
                .flatMap(each -> each.rewrites().stream())
                .map(PassEvent.Rewritten::rule)
                .map(rule -> effects.getOrDefault(rule, Effect.EXACT))
                .collect(Collectors.toSet());
    }
}
