package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.pipeline.PassStep.pass;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineSettings;
import org.junit.jupiter.api.Test;

final class TimelineModelTests {
    private final Queue<Runnable> work = new ArrayDeque<>();
    private final LogModel log = new LogModel();
    private final TimelineModel timeline = new TimelineModel(
            new PassRunner(
                    new PassRegistry(List.of(new CountingPass("a"), new CountingPass("b")), List.of()),
                    ModuleCheck.NONE),
            PipelineSettings.of(HloPassPipeline.pipeline("test", "for tests", pass("a"), pass("a"), pass("b"))),
            new Tasks(work::add, work::add),
            log);

    @Test
    void theFirstPassThatChangesSomethingIsLookedAtFirst() {
        run();

        assertThat(step().version()).isEqualTo(1);
        assertThat(names(step().before())).containsExactly("p", "sum");
        assertThat(names(step().after())).containsExactly("pa", "suma");
    }

    @Test
    void theInputIsLookedAtByItself() {
        run();
        timeline.select(0);

        assertThat(names(step().before())).containsExactly("p", "sum");
        assertThat(step().after()).isSameAs(step().before());
    }

    @Test
    void aPassIsFoundByName() {
        run();

        assertThat(timeline.select("b")).isTrue();
        assertThat(step().version()).isEqualTo(3);
        assertThat(timeline.select("c")).isFalse();
        assertThat(step().version()).isEqualTo(3);
    }

    @Test
    void aToggleRunsThePassesAgainAndStaysInPlace() {
        run();
        timeline.select("b");
        timeline.change(settings -> settings.togglingPass("a"));
        settle();

        assertThat(step().version()).isEqualTo(3);
        assertThat(names(step().after())).containsExactly("pb", "sumb");
        assertThat(Objects.requireNonNull(timeline.runProperty().get())
                        .runs()
                        .getFirst()
                        .status())
                .isEqualTo(PassStatus.OFF);
    }

    @Test
    void singleRewritesAreReplayed() {
        run();
        timeline.select("b");
        timeline.selectRewrite(0);
        settle();

        assertThat(step().rewrite()).isZero();
        assertThat(names(step().before())).containsExactly("pa", "suma");
        assertThat(names(step().after())).containsExactly("pab", "suma");

        timeline.selectRewrite(1);
        settle();

        assertThat(names(step().before())).containsExactly("pab", "suma");
        assertThat(names(step().after())).containsExactly("pab", "sumab");

        timeline.select(3);

        assertThat(step().rewrite()).isNull();
    }

    @Test
    void anOlderRunIsNotShownAfterANewerOne() {
        timeline.run(module());
        timeline.change(settings -> settings.togglingPass("b"));
        settle();

        assertThat(names(Objects.requireNonNull(timeline.runProperty().get()).output()))
                .containsExactly("pa", "suma");
    }

    @Test
    void settingsThatCannotBeAreReported() {
        timeline.run(module());
        timeline.change(settings -> settings.withOption("no-such-knob", "1"));
        settle();

        assertThat(log.lines()).singleElement().asString().contains("no-such-knob");
    }

    private void run() {
        timeline.run(module());
        settle();
    }

    private void settle() {
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }

    private Step step() {
        return Objects.requireNonNull(timeline.stepProperty().get());
    }

    private static List<String> names(HloModule module) {
        return module.entry().instructions().stream().map(HloInstruction::name).toList();
    }

    private static HloModule module() {
        var shape = Shape.array(PrimitiveType.F32, 2);
        var parameter = HloInstruction.of(0, "p", new HloOp.Parameter(0), shape);
        var sum = HloInstruction.of(1, "sum", new HloOp.Plain(HloOpcode.ADD), shape, 0, 0);
        var entry = new HloComputation(2, "main", List.of(parameter, sum), 1);
        return new HloModule("m", ModuleAttributes.DEFAULT, StackFrames.NONE, List.of(entry), 2, 3);
    }
}
