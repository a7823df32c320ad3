package org.hloexplorer.visualizers.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Objects;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Programs;
import org.hloexplorer.visualizers.inspector.Inspection.Fact;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;
import org.hloexplorer.visualizers.inspector.Inspection.Step;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class InspectorViewModelTests {
    private final InspectorViewModel model = new InspectorViewModel(new Background(Runnable::run, Runnable::run));

    @BeforeEach
    void show() {
        model.show(Programs.timeline());
    }

    private Inspection inspection() {
        return Objects.requireNonNull(model.inspectionProperty().get());
    }

    private void select(int version, int instruction) {
        model.selectionProperty().set(HloPath.toInstruction(version, Programs.MAIN, instruction));
    }

    @Test
    void tellsWhatAnInstructionIsAndCosts() {
        select(0, Programs.EXP);
        assertThat(inspection().title()).isEqualTo("exponential");
        assertThat(inspection().facts()).extracting(Fact::name, Fact::value).contains(tuple("Users", "2"));
        assertThat(inspection().cost())
                .extracting(Fact::value)
                .contains("1.05\u202fM")
                .allSatisfy(value -> assertThat(value).isNotEmpty());
        assertThat(inspection().cost()).extracting(Fact::origin).allMatch(origin -> origin.startsWith("analytic"));
    }

    @Test
    void aBitcastOfTheProgramItselfNamesBothItsSides() {
        var module = HloParser.parse("m.hlo", """
                HloModule m

                ENTRY main {
                  x = f32[2,3] parameter(0)
                  b = f32[6] bitcast(x)
                  ROOT n = f32[6] negate(b)
                }
                """).orThrow();
        model.show(new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER)
                .run(module, PipelineSettings.of(Passes.REGISTRY.pipelineOf("dce"))));
        var bitcast = module.entry().find("b").orElseThrow();
        model.selectionProperty().set(HloPath.toInstruction(0, module.entry().id(), bitcast.id()));
        assertThat(inspection().reasons())
                .extracting(Reason::sentence)
                .first()
                .isEqualTo(
                        "%b is a bitcast because %x is f32[2,3]{1,0}, as it is handed over; %n (negate) reads the same 24"
                                + " bytes as f32[6]{0}, so that nothing has to move.");
    }

    @Test
    void tellsWhichRulesCouldApply() {
        select(0, Programs.CLAMPED);
        assertThat(inspection().rules())
                .anyMatch(rule ->
                        rule.isPositive() && rule.sentence().startsWith("maximum-lowest (algsimp) would apply"));
    }

    @Test
    void tellsTheHistoryOfARemovedInstruction() {
        select(0, Programs.CLAMPED);
        assertThat(inspection().history())
                .containsExactly(
                        new Step("In the program from the start", 0),
                        new Step(
                                "Removed by algsimp (pass 1), rule maximum-minus-infinity, replaced by %reduce_max.7",
                                1));
    }

    @Test
    void aFusionKnowsWhatItIsMadeOf() {
        select(3, Programs.FUSION);
        assertThat(inspection().history())
                .extracting(Step::sentence)
                .first()
                .asString()
                .contains("from %div.7, %div.6");
        assertThat(inspection().reasons())
                .extracting(Reason::sentence)
                .anyMatch(sentence -> sentence.contains("div.6 was fused into div.7"));
    }

    @Test
    void aRefusedEdgeGivesReasonNumbersAndPass() {
        model.selectedEdgeProperty().set(new EdgeSelection(3, Programs.MAIN, Programs.EXP, Programs.ROW_SUM));
        assertThat(inspection().reasons())
                .containsExactly(new Reason(
                        "exp.1 was not fused into reduce_sum.7: exponential would run 2 times instead of once (2 users)"
                                + " (users 2, limit 1). Decided by fusion, pass 3. Apart → fused: 4,096\u202fB → 2,048\u202fB, 1.50\u202fµs → 1.20\u202fµs"
                                + " (estimated for a test). To turn it: users 2 → 1: then it is fused.",
                        3,
                        false,
                        Obstacle.DUPLICATES_WORK));
    }

    @Test
    void anEdgeOfAnEarlierVersionTellsWhatLaterPassesDecide() {
        model.selectedEdgeProperty().set(new EdgeSelection(1, Programs.MAIN, Programs.EXP, Programs.ROW_SUM));
        assertThat(inspection().reasons().getFirst().sentence())
                .contains("was not fused", "Decided by fusion, pass 3.");
    }

    @Test
    void anEdgeNobodyLookedAtSaysSo() {
        model.selectedEdgeProperty().set(new EdgeSelection(3, Programs.MAIN, Programs.X, Programs.SHIFTED));
        assertThat(inspection().reasons().getFirst().sentence()).contains("memory of the caller");
        model.selectedEdgeProperty().set(new EdgeSelection(3, Programs.MAIN, Programs.SHIFTED, Programs.EXP));
        assertThat(inspection().reasons().getFirst().sentence())
                .endsWith("fusion (pass 3) reported nothing about this pair.");
    }

    @Test
    void anEdgeOfACopyThatCameAfterFusionSaysWhoMadeIt() {
        var module = HloParser.parseOrThrow("""
                HloModule update
                ENTRY main {
                  x = f32[1024] parameter(0)
                  value = f32[1] parameter(1)
                  at = s32[] parameter(2)
                  old = f32[1024] negate(x)
                  new = f32[1024] dynamic-update-slice(x, value, at)
                  ROOT both = (f32[1024], f32[1024]) tuple(old, new)
                }
                """);
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, PipelineSettings.of(Pipelines.CPU));
        var entry = run.output().entry();
        var copy = entry.instructions().stream()
                .filter(each -> each.opcode() == HloOpcode.COPY)
                .findFirst()
                .orElseThrow();
        var user = entry.users(copy).getFirst();

        model.show(run);
        model.selectedEdgeProperty().set(new EdgeSelection(run.versions() - 1, entry.id(), copy.id(), user.id()));

        assertThat(inspection().reasons().getFirst().sentence())
                .containsPattern("copy was made by copy-insertion \\(pass \\d+\\), after fusion \\(pass \\d+\\)");
    }

    @Test
    void whatIsGoneIsNotShown() {
        select(3, Programs.CLAMPED);
        assertThat(model.inspectionProperty().get()).isNull();
        assertThat(model.messageProperty().get()).contains("not in this version");
    }
}
