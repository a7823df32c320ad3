package org.hloexplorer.visualizers.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DecisionsViewModelTests {
    private final DecisionsViewModel model = new DecisionsViewModel(new Background(Runnable::run, Runnable::run));

    @BeforeEach
    void show() {
        model.show(Programs.timeline());
    }

    @Test
    void listsEveryEvent() {
        assertThat(model.rows())
                .extracting(DecisionRow::verdict)
                .containsExactly("rewritten", "left alone", "not fused", "fused", "rewritten");
    }

    @Test
    void filtersByWordsAndObstacle() {
        model.textProperty().set("EXP.1 users");
        assertThat(model.rows()).extracting(DecisionRow::rule).containsExactly("duplicates work");
        model.textProperty().set("");
        model.obstacleProperty().set(Obstacle.DUPLICATES_WORK);
        assertThat(model.rows()).hasSize(1);
        model.obstacleProperty().set(Obstacle.LIBRARY_CALL);
        assertThat(model.rows()).isEmpty();
    }

    @Test
    void canBeLimitedToTheSelection() {
        model.onlySelectedProperty().set(true);
        assertThat(model.rows()).isEmpty();
        model.selectionProperty().set(HloPath.toInstruction(0, Programs.MAIN, Programs.RESULT));
        assertThat(model.rows()).hasSize(3);
    }

    @Test
    void aRefusedFusionSelectsItsEdgeInTheVersionThatHasIt() {
        model.select(model.rows().get(2));
        assertThat(model.selectedEdgeProperty().get())
                .isEqualTo(new EdgeSelection(3, Programs.MAIN, Programs.EXP, Programs.ROW_SUM));
        model.select(model.rows().get(3));
        assertThat(model.selectedEdgeProperty().get())
                .isEqualTo(new EdgeSelection(2, Programs.MAIN, Programs.WIDE_SUM, Programs.RESULT));
        model.select(model.rows().getFirst());
        assertThat(model.selectedEdgeProperty().get()).isNull();
        assertThat(model.selectionProperty().get())
                .isEqualTo(HloPath.toInstruction(0, Programs.MAIN, Programs.CLAMPED));
    }

    @Test
    void exportsWhatIsShownAsCsv() {
        model.textProperty().set("max.3");
        assertThat(model.toCsv())
                .isEqualTo("pass_run,pass,kind,rule,producer,consumer,verdict,reason,quantities\r\n"
                        + "1,algsimp,rewrite,maximum-minus-infinity,max.3,,rewritten,"
                        + "\"%max.3 = maximum(%reduce_max.7, -inf) → %reduce_max.7\",\r\n");
    }
}
