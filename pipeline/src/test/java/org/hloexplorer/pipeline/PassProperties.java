package org.hloexplorer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** What holds for passes whatever the module. */
final class PassProperties {
    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER);

    @Provide
    Arbitrary<HloModule> modules() {
        return GeneratedModules.modules();
    }

    @Property(tries = 40)
    void everyPassKeepsResults(@ForAll("modules") HloModule module) {
        for (var pass : Passes.REGISTRY.passes()) {
            var pipeline = HloPassPipeline.pipeline("test", "", PassStep.pass(pass.name()));
            assertKeepsResults(module, pipeline);
        }
    }

    @Property(tries = 60)
    void everyPipelineKeepsResults(@ForAll("modules") HloModule module) {
        Pipelines.ALL.forEach(pipeline -> assertKeepsResults(module, pipeline));
    }

    @Property(tries = 40)
    void everyRewriteLeavesAModuleThatVerifies(@ForAll("modules") HloModule module) {
        var settings = PipelineSettings.of(Pipelines.TEACHING).withVerify(true);
        int all = RUNNER.run(module, settings).rewrites();
        for (int budget = 1; budget <= all; budget++) {
            var run = RUNNER.run(module, settings.withRewriteBudget(budget));
            assertThat(run.rewrites()).isEqualTo(budget);
            assertThat(run.runs()).extracting(PassRun::failure).containsOnlyNulls();
            assertSameResults(module, run.output());
        }
    }

    @Property(tries = 40)
    void fixedPointsAreFixed(@ForAll("modules") HloModule module) {
        var once = RUNNER.run(module, PipelineSettings.of(Pipelines.TEACHING));
        assertThat(once.notices()).isEmpty();
        for (var pass : List.of("cse", "dce", "tuple-simplifier", "call-inliner")) {
            var again = RUNNER.run(once.output(), PipelineSettings.of(Passes.REGISTRY.pipelineOf(pass)));
            assertThat(again.output()).as(pass).isSameAs(once.output());
        }
    }

    @Property(tries = 20)
    void theSameModuleGivesTheSameResult(@ForAll("modules") HloModule module) {
        var settings = PipelineSettings.of(Pipelines.CPU);
        var first = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, settings);
        var second = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, settings);
        assertThat(HloPrinter.print(second.output())).isEqualTo(HloPrinter.print(first.output()));
    }

    private static void assertKeepsResults(HloModule module, HloPassPipeline pipeline) {
        var run = RUNNER.run(module, PipelineSettings.of(pipeline).withVerify(true));
        assertThat(run.runs()).extracting(PassRun::failure).containsOnlyNulls();
        assertSameResults(module, run.output());
    }

    private static void assertSameResults(HloModule before, HloModule after) {
        var inputs = GeneratedInputs.of(before, 1);
        var expected = evaluate(before, inputs);
        var comparison = LiteralComparison.of(evaluate(after, inputs), expected);
        assertThat(comparison.agrees())
                .as(() -> comparison.toText() + "\n" + HloPrinter.print(before) + HloPrinter.print(after))
                .isTrue();
    }

    private static Literal evaluate(HloModule module, List<Literal> inputs) {
        return new HloEvaluator().evaluate(module, inputs);
    }
}
