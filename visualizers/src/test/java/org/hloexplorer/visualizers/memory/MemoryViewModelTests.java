package org.hloexplorer.visualizers.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.hloexplorer.pipeline.buffers.PeakMemory;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.Test;

/** What the memory view shows, without a screen. */
final class MemoryViewModelTests {
    private final MemoryViewModel model = new MemoryViewModel(
            new Background(Runnable::run, Runnable::run), new Background(Runnable::run, Runnable::run));

    @Test
    void startsAtThePeak() {
        model.showVersion(Programs.softmax(), 0);
        var assignment = Objects.requireNonNull(model.assignmentProperty().get());
        assertThat(model.timeProperty().get()).isEqualTo(assignment.peakTime());
        assertThat(model.alive()).isNotEmpty();
        assertThat(model.alive().stream().mapToLong(each -> each.size()).sum())
                .isGreaterThanOrEqualTo(assignment.peakBytes());
        assertThat(model.summaryProperty().get()).contains("alive at the peak");
    }

    @Test
    void aMomentIsAnInstructionEverywhere() {
        model.showVersion(Programs.softmax(), 0);
        model.select(2);
        var path = Objects.requireNonNull(model.selectionProperty().get());
        assertThat(path.instructionId()).isEqualTo(model.schedule().get(2).id());
        model.selectionProperty().set(path.inVersion(0));
        assertThat(model.timeProperty().get()).isEqualTo(2);
    }

    @Test
    void thePeakOfEveryVersionIsKnown() {
        var run = Programs.timeline();
        model.show(run);
        assertThat(model.peaks()).hasSize(run.versions());
        assertThat(model.peaks().getFirst()).isEqualTo(PeakMemory.of(run.input()));
        model.show(null);
        assertThat(model.peaks()).isEmpty();
    }
}
