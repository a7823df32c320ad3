package org.hloexplorer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.hloexplorer.pipeline.HloPassFix.fix;
import static org.hloexplorer.pipeline.HloPassPipeline.pipeline;
import static org.hloexplorer.pipeline.PassStep.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.HloDce;
import org.hloexplorer.pipeline.transforms.RulePass;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicRules;
import org.junit.jupiter.api.Test;

final class PassRunnerTests {
    private static final HloPassPipeline PIPELINE =
            pipeline("test", "", fix("simplification", pass("algsimp")), pass("dce"));

    /** Two rules are enough here, and stay the same when others are added. */
    private static final PassRegistry REGISTRY = new PassRegistry(
            List.of(
                    new RulePass(
                            "algsimp",
                            "",
                            List.of(),
                            AlgebraicRules.ALL.stream()
                                    .filter(rule ->
                                            Set.of("multiply-one", "add-zero").contains(rule.name()))
                                    .toList()),
                    new HloDce()),
            List.of());

    private final PassRunner runner = new PassRunner(REGISTRY, ModuleCheck.NONE);

    /** {@code (x * 1 + 0) * 1}, with an unused negation. */
    private static HloModule chain() {
        var test = new TestModule();
        var x = test.parameter("x");
        var one = test.constant("one", 1);
        var zero = test.constant("zero", 0);
        test.plain("unused", HloOpcode.NEGATE, x);
        var product = test.plain("product", HloOpcode.MULTIPLY, x, one);
        var sum = test.plain("sum", HloOpcode.ADD, product, zero);
        test.plain("result", HloOpcode.MULTIPLY, one, sum);
        return test.build();
    }

    @Test
    void simplifiesUntilNothingChanges() {
        var run = runner.run(chain(), PipelineSettings.of(PIPELINE));
        assertThat(run.runs())
                .extracting(PassRun::pass, PassRun::iteration, PassRun::status)
                .containsExactly(
                        tuple("algsimp", 0, PassStatus.CHANGED),
                        tuple("algsimp", 1, PassStatus.UNCHANGED),
                        tuple("dce", 0, PassStatus.CHANGED));
        assertThat(names(run.output())).containsExactly("x");
        assertThat(run.output().entry().root().name()).isEqualTo("x");
        assertThat(run.rewrites()).isEqualTo(4);
        assertThat(names(run.input())).hasSize(7);
    }

    @Test
    void replaysToEveryRewrite() {
        for (int budget = 1; budget <= 4; budget++) {
            var run = runner.run(chain(), PipelineSettings.of(PIPELINE).withRewriteBudget(budget));
            assertThat(run.rewrites()).isEqualTo(budget);
        }
        var first = runner.run(chain(), PipelineSettings.of(PIPELINE).withRewriteBudget(1));
        assertThat(first.runs()).hasSize(1);
        assertThat(first.runs().getFirst().rewrites())
                .singleElement()
                .extracting(PassEvent::toText)
                .isEqualTo("multiply-one: %product = f32[4]{0} multiply(%x, %one) → %x");
    }

    @Test
    void leavesOutOneRewriteForGood() {
        var run = runner.run(chain(), PipelineSettings.of(PIPELINE).withSkippedRewrites(Set.of(1)));
        assertThat(run.runs().getFirst().rewrites())
                .extracting(PassEvent.Rewritten::rule)
                .containsExactly("multiply-one", "multiply-one");
    }

    @Test
    void switchesPassesAndRulesOff() {
        var modules = chain();
        var settings = PipelineSettings.of(PIPELINE).togglingRule("add-zero").togglingPass("dce#1");
        var run = runner.run(modules, settings);
        assertThat(run.runs().getLast().status()).isEqualTo(PassStatus.OFF);
        assertThat(names(run.output())).contains("sum", "zero", "unused");
        assertThat(settings.togglingRule("add-zero").disabledRules()).isEmpty();
    }

    @Test
    void runsAgainOnlyFromTheToggledPassOn() {
        var module = chain();
        var first = runner.run(module, PipelineSettings.of(PIPELINE));
        var second = runner.run(module, PipelineSettings.of(PIPELINE).togglingPass("dce"));
        assertThat(second.runs().get(0)).isSameAs(first.runs().get(0));
        assertThat(second.runs().get(1)).isSameAs(first.runs().get(1));
        assertThat(second.runs().get(2).status()).isEqualTo(PassStatus.OFF);
    }

    @Test
    void endsAfterThePassTheUserNames() {
        var run = runner.run(chain(), PipelineSettings.of(PIPELINE).withStopAfter("algsimp"));
        assertThat(run.runs()).hasSize(1);
    }

    @Test
    void goesOnAfterAPassThatFails() {
        HloPass failing = new TestPass("failing", (_, _) -> {
            throw new IllegalStateException("no luck today");
        });
        var registry = new PassRegistry(List.of(failing, REGISTRY.pass("dce")), List.of());
        var run = new PassRunner(registry, ModuleCheck.NONE)
                .run(chain(), PipelineSettings.of(pipeline("test", "", pass("failing"), pass("dce"))));
        assertThat(run.runs().getFirst().status()).isEqualTo(PassStatus.FAILED);
        assertThat(run.runs().getFirst().failure()).isEqualTo("failing failed: no luck today");
        assertThat(run.runs().getLast().status()).isEqualTo(PassStatus.CHANGED);
    }

    @Test
    void takesBackWhatDoesNotVerify() {
        ModuleCheck check =
                module -> module.entry().find("unused").isPresent() ? List.of() : List.of("%unused is missing");
        var run = new PassRunner(REGISTRY, check)
                .run(chain(), PipelineSettings.of(PIPELINE).withVerify(true));
        assertThat(run.runs().getLast().failure())
                .isEqualTo("dce left a module that does not verify: %unused is missing");
        assertThat(names(run.output())).contains("unused");
        assertThat(run.rewrites()).isEqualTo(3);
    }

    @Test
    void checksWhatItRemembersUnchecked() {
        var checks = new AtomicInteger();
        var cached = new PassRunner(REGISTRY, _ -> {
            checks.incrementAndGet();
            return List.of();
        });
        var module = chain();
        cached.run(module, PipelineSettings.of(PIPELINE));
        assertThat(checks).hasValue(0);
        cached.run(module, PipelineSettings.of(PIPELINE).withVerify(true));
        assertThat(checks.get()).isPositive();
    }

    @Test
    void tellsWhatAPassThrew() {
        var cause = new IllegalStateException("no luck today");
        var registry = new PassRegistry(
                List.of(new TestPass("failing", (_, _) -> {
                    throw cause;
                })),
                List.of());
        List<Throwable> told = new ArrayList<>();
        new PassRunner(registry, ModuleCheck.NONE)
                .run(
                        chain(),
                        PipelineSettings.of(pipeline("test", "", pass("failing"))),
                        new Cancellation(),
                        new PassRunListener() {
                            @Override
                            public void failed(String pass, Throwable thrown) {
                                told.add(thrown);
                            }
                        });
        assertThat(told).containsExactly(cause);
    }

    @Test
    void saysThatAGroupDidNotComeToRest() {
        var run = runInLoop(new TestPass(
                "restless",
                (module, context) -> replacingRoot(
                        module,
                        context,
                        "again",
                        editor -> editor.add(
                                new HloOp.Plain(HloOpcode.NEGATE), editor.root().shape(), editor.root()))));
        assertThat(run.notices())
                .containsExactly("loop still changed something after 25 rounds, and was left as it is then");
        assertThat(run.runs()).hasSize(25);
    }

    @Test
    void namesTheRulesThatUndoEachOther() {
        var run = runInLoop(
                new TestPass(
                        "there",
                        (module, context) -> replacingRoot(
                                module,
                                context,
                                "negate",
                                editor -> editor.add(
                                        new HloOp.Plain(HloOpcode.NEGATE),
                                        editor.root().shape(),
                                        editor.root()))),
                new TestPass(
                        "back",
                        (module, context) -> replacingRoot(
                                module, context, "un-negate", editor -> editor.operand(editor.root(), 0))));
        assertThat(run.notices())
                .containsExactly("loop goes round in circles: after round 3 the module is as after round 2, because "
                        + "negate (there) and un-negate (back) undo each other; it was left so");
    }

    private static PipelineRun runInLoop(HloPass... passes) {
        var steps = Stream.of(passes).map(each -> pass(each.name())).toArray(PipelineStep[]::new);
        return new PassRunner(new PassRegistry(List.of(passes), List.of()), ModuleCheck.NONE)
                .run(chain(), PipelineSettings.of(pipeline("test", "", fix("loop", steps))));
    }

    private static HloModule replacingRoot(
            HloModule module,
            PassContext context,
            String rule,
            Function<ComputationEditor, HloInstruction> replacement) {
        var editor = new ModuleEditor(module, context);
        var entry = editor.entry();
        entry.rewrite(rule, entry.root(), () -> replacement.apply(entry));
        return editor.commit();
    }

    @Test
    void refusesWhatItCannotRun() {
        assertThatThrownBy(() -> runner.run(chain(), PipelineSettings.of(pipeline("test", "", pass("alg-simp")))))
                .hasMessage("there is no pass 'alg-simp', did you mean 'algsimp'?");
        var registry = new PassRegistry(
                List.copyOf(REGISTRY.passes()), List.of(new OrderConstraint("dce", "algsimp", "it is so")));
        assertThatThrownBy(() -> new PassRunner(registry, ModuleCheck.NONE).run(chain(), PipelineSettings.of(PIPELINE)))
                .hasMessage("pipeline test cannot run: dce must run before algsimp, because it is so");
    }

    @Test
    void stopsWhenCancelled() {
        var cancellation = new Cancellation();
        cancellation.cancel();
        assertThatThrownBy(() -> runner.run(chain(), PipelineSettings.of(PIPELINE), cancellation, PassRunListener.NONE))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void readsAPipelineFromAList() {
        assertThat(REGISTRY.pipelineOf("algsimp, dce").passes())
                .extracting(PassStep::name)
                .containsExactly("algsimp", "dce");
    }

    private static List<String> names(HloModule module) {
        return module.entry().instructions().stream().map(HloInstruction::name).toList();
    }
}
