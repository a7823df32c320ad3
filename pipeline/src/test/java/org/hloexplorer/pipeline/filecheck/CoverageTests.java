package org.hloexplorer.pipeline.filecheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicRules;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every pass, rule and obstacle has a file that shows it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CoverageTests {
    private final List<PassRun> runs = new ArrayList<>();

    @BeforeAll
    void runAllFiles() throws IOException {
        for (var file : FileCheckTests.files()) {
            FileCheck.runs(file).forEach(run -> runs.addAll(run.runs()));
        }
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
        assertThat(events(PassEvent.Declined.class).map(PassEvent.Declined::rule))
                .containsAll(AlgebraicRules.ALL.stream()
                        .filter(rule -> !rule.conditions().isEmpty())
                        .map(RewriteRule::name)
                        .toList());
    }

    @Test
    void everyObstacleStandsInTheWay() {
        assertThat(events(PassEvent.FusionConsidered.class)
                        .map(PassEvent.FusionConsidered::decision)
                        .filter(FusionDecision.Forbidden.class::isInstance)
                        .map(FusionDecision.Forbidden.class::cast)
                        .map(FusionDecision.Forbidden::obstacle))
                .contains(
                        FusionDecision.Obstacle.NOT_FUSIBLE,
                        FusionDecision.Obstacle.DUPLICATES_WORK,
                        FusionDecision.Obstacle.EXCEEDS_BUDGET,
                        FusionDecision.Obstacle.NOT_PROFITABLE,
                        FusionDecision.Obstacle.IN_PLACE_HAZARD,
                        FusionDecision.Obstacle.LIBRARY_CALL);
    }

    private <E extends PassEvent> Stream<E> events(Class<E> kind) {
        return runs.stream()
                .flatMap(run -> run.events().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }
}
