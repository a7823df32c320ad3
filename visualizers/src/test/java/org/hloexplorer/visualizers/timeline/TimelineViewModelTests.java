package org.hloexplorer.visualizers.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TimelineViewModelTests {
    private final TimelineViewModel model = new TimelineViewModel();

    @BeforeEach
    void show() {
        model.show(Programs.timeline());
    }

    @Test
    void stepsOverPassesThatChangedNothing() {
        model.selectFirstChanging();
        assertThat(model.versionProperty().get()).isEqualTo(1);
        model.selectNextChanging();
        assertThat(model.versionProperty().get()).isEqualTo(3);
        model.selectNextChanging();
        assertThat(model.versionProperty().get()).isEqualTo(3);
        model.selectPreviousChanging();
        assertThat(model.versionProperty().get()).isEqualTo(1);
        model.selectPreviousChanging();
        assertThat(model.versionProperty().get()).isZero();
    }

    @Test
    void stopsAtBothEnds() {
        model.selectPrevious();
        assertThat(model.versionProperty().get()).isZero();
        for (int i = 0; i < 9; i++) {
            model.selectNext();
        }
        assertThat(model.versionProperty().get()).isEqualTo(3);
    }

    @Test
    void tellsOfSelectedRewrites() {
        var told = new ArrayList<Integer>();
        model.setOnRewrite((_, rewrite) -> told.add(rewrite));
        model.versionProperty().set(1);
        model.selectNextRewrite();
        model.selectNextRewrite();
        model.selectPreviousRewrite();
        assertThat(told).containsExactly(0, TimelineViewModel.WHOLE_PASS);
        assertThat(model.rewrites()).hasSize(1);
    }

    @Test
    void namesTogglesByOccurrence() {
        var toggled = new ArrayList<String>();
        model.setOnToggle((pass, occurrence) -> toggled.add(pass + "#" + occurrence));
        model.versionProperty().set(2);
        model.toggleSelected();
        assertThat(toggled).containsExactly("dce#1");
    }

    @Test
    void marksValueChangingAndDivergedRuns() {
        model.setChangesValues("maximum-minus-infinity"::equals);
        assertThat(model.cells()).extracting(PassCell::mark).containsExactly("≈", "", "");
        model.setDiverged(Set.of(2));
        assertThat(model.cells()).extracting(PassCell::mark).containsExactly("≈", "", "≠");
    }

    @Test
    void repeatedPassesKeepTheirNumbers() {
        var runs = Programs.timeline().runs();
        var repeated = List.of(
                run(runs.get(0), 0, "group", 0),
                run(runs.get(1), 1, "group", 0),
                run(runs.get(1), 2, "group", 0),
                run(runs.get(0), 3, "group", 1),
                run(runs.get(1), 4, "group", 1),
                run(runs.get(1), 5, "group", 1),
                run(runs.get(1), 6, "cleanup", 0));
        assertThat(PassOccurrences.of(repeated)).containsExactly(1, 1, 2, 1, 1, 2, 3);
    }

    private static PassRun run(PassRun from, int index, String pipeline, int iteration) {
        return new PassRun(
                index,
                pipeline,
                from.pass(),
                iteration,
                from.status(),
                from.before(),
                from.after(),
                from.events(),
                from.declined(),
                from.time(),
                from.failure());
    }
}
