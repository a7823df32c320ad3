package org.hloexplorer.pipeline.filecheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.rewrite.Condition;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every pass, rule, condition and obstacle has a file that shows it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CoverageTests {

    /** A condition of a rule, by its place among them. */
    private record Guard(String rule, int condition) {}

    private final List<PassRun> runs = new ArrayList<>();
    private final Set<Guard> refused = new TreeSet<>(Comparator.comparing(Guard::toString));

    @BeforeAll
    void runAllFiles() throws IOException {
        var passes = Passes.REGISTRY.passes().stream().map(this::watched).toList();
        var runner = new PassRunner(new PassRegistry(passes, Passes.REGISTRY.constraints()), Modules::faults);
        for (var file : FileCheckTests.files()) {
            FileCheck.runs(file, runner).forEach(run -> runs.addAll(run.runs()));
        }
    }

    /** The same pass, with conditions that are noted when they refuse. */
    private HloPass watched(HloPass pass) {
        return pass instanceof RulePass rules
                ? new RulePass(
                        rules.name(),
                        rules.summary(),
                        rules.options(),
                        rules.rewriteRules().stream().map(this::watched).toList())
                : pass;
    }

    private RewriteRule watched(RewriteRule rule) {
        var conditions = new ArrayList<Condition>();
        for (var condition : rule.conditions()) {
            var guard = new Guard(rule.name(), conditions.size());
            conditions.add(match -> {
                var refusal = condition.refusal(match);
                refusal.ifPresent(_ -> refused.add(guard));
                return refusal;
            });
        }
        return new RewriteRule(
                rule.name(), rule.algebra(), rule.pattern(), conditions, rule.replacement(), rule.effect());
    }

    @Test
    void everyPassChangesSomething() {
        assertThat(runs.stream().filter(PassRun::isChanging).map(PassRun::pass))
                .containsAll(
                        Passes.REGISTRY.passes().stream().map(HloPass::name).toList());
    }

    @Test
    void everyRuleIsApplied() {
        assertThat(events(PassEvent.Rewritten.class).map(PassEvent.Rewritten::rule))
                .containsAll(Passes.REGISTRY.passes().stream()
                        .flatMap(pass -> pass.rules().stream())
                        .map(RuleDescription::name)
                        .toList());
    }

    @Test
    void everyConditionRefuses() {
        assertThat(refused)
                .containsAll(Passes.REGISTRY.passes().stream()
                        .flatMap(
                                pass -> pass instanceof RulePass rules ? rules.rewriteRules().stream() : Stream.empty())
                        .flatMap(rule -> IntStream.range(0, rule.conditions().size())
                                .mapToObj(condition -> new Guard(rule.name(), condition)))
                        .toList());
    }

    @Test
    void everyPassLeavesSomethingAlone() {
        assertThat(runs.stream()
                        .filter(run -> run.status() == PassStatus.UNCHANGED
                                && run.pipeline().equals("custom"))
                        .map(PassRun::pass))
                .containsAll(
                        Passes.REGISTRY.passes().stream().map(HloPass::name).toList());
    }

    @Test
    void everyObstacleStandsInTheWay() {
        assertThat(events(PassEvent.FusionConsidered.class)
                        .map(PassEvent.FusionConsidered::decision)
                        .filter(FusionDecision.Forbidden.class::isInstance)
                        .map(FusionDecision.Forbidden.class::cast)
                        .map(FusionDecision.Forbidden::obstacle))
                .contains(FusionDecision.Obstacle.values());
    }

    private <E extends PassEvent> Stream<E> events(Class<E> kind) {
        return runs.stream()
                .flatMap(run -> run.events().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }
}
