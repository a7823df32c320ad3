package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.hloexplorer.app.window.FusionRow.Kind;
import org.hloexplorer.app.workbench.FusionStudy.Measurement;
import org.hloexplorer.hlo.text.HloPrinter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares sets of fusions, has a change measured, looks at the heat of boundaries. */
final class FusionPanelTests extends WindowTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        openSample("softmax");
        perform("pass=fusion");
        perform("tab=Fusion");
    }

    private void perform(String step) {
        interact(() -> new WindowSteps(window()).perform(step));
        settle();
    }

    @Test
    void aChangeIsShownAsFusionsThatGrewAndEstimatedAtOnce() {
        perform("fuse=exp.1>reduce_sum.7");

        TableView<FusionRow> table = find("#fusions-table");
        assertThat(table.getItems()).isNotEmpty();
        assertThat(table.getItems()).extracting(FusionRow::kind).containsAnyOf(Kind.GAINED, Kind.GROWN);
        assertThat(this.<Label>find("#fusions-summary").getText()).startsWith("From before the last change to now:");
        assertThat(Objects.requireNonNull(
                                workbench().fusionStudy().comparisonProperty().get())
                        .estimate()
                        .source())
                .contains("20 GB/s");
    }

    @Test
    void aChangeIsMeasuredOnTheCpuOnRequest() {
        perform("compare=unfused");
        clickOn("#fusions-measure");
        settle();

        var state = workbench().fusionStudy().measurementProperty().get();
        assertThat(state).isInstanceOf(Measurement.Done.class);
        var done = (Measurement.Done) state;
        assertThat(done.times().rounds()).isGreaterThanOrEqualTo(6);
        assertThat(done.sentence()).contains("rounds in turns", "The outputs agree", "Kernels that ran: ");
        assertThat(this.<Label>find("#fusions-verdict").getText()).isEqualTo(done.sentence());
    }

    @Test
    void theSameProgramAfterAnotherPipelineHasOtherFusions() {
        perform("compare=gpu");

        TableView<FusionRow> table = find("#fusions-table");
        assertThat(this.<Label>find("#fusions-summary").getText()).startsWith("From gpu pipeline to now:");
        assertThat(table.getItems()).isNotEmpty();
    }

    @Test
    void aCompiledFileIsTheOtherSideAsItIs() throws Exception {
        var file = folder.resolve("compiled.hlo");
        var run = Objects.requireNonNull(workbench().timeline().runProperty().get());
        Files.writeString(file, HloPrinter.print(run.output()));
        choose(file);

        clickOn("#fusions-file");
        settle();

        TableView<FusionRow> table = find("#fusions-table");
        assertThat(table.getItems()).isEmpty();
        assertThat(this.<Label>find("#fusions-summary").getText()).contains("2 fusions the same, 0 gained, 0 lost");
    }

    @Test
    void aRunIsComparedWithADumpFolder() {
        choose(Path.of("../pipeline/src/test/resources/dumps/softmax_cpu"));

        clickOn("#fusions-folder");
        settle();

        TableView<FusionRow> table = find("#fusions-table");
        assertThat(table.getItems())
                .anyMatch(row -> row.kind() == Kind.LOST && row.name().contains("ynn_fusion"));
    }

    @Test
    void twoDumpFoldersAreCompared() {
        var dump = Path.of("../pipeline/src/test/resources/dumps/softmax_cpu");
        choose(dump);
        interact(() -> window().opening().open(dump));
        settle();

        clickOn("#fusions-folder");
        settle();

        assertThat(this.<TableView<FusionRow>>find("#fusions-table").getItems()).isEmpty();
        assertThat(this.<Label>find("#fusions-summary").getText()).contains("4 fusions the same, 0 gained, 0 lost");
    }

    @Test
    void theHeatMapIsSwitchedByItsButtonAndByItsKey() {
        ToggleButton heat = find("#graph-after #graph-heat");
        clickOn(heat);
        settle();

        assertThat(this.<Label>find("#graph-before #heat-total").getText()).startsWith("29.4");
        assertThat(this.<Label>find("#graph-after #heat-total").getText()).startsWith("16.8");
        assertThat(find("#graph-after #heat-legend").isVisible()).isTrue();

        push(KeyCode.H);
        settle();

        assertThat(find("#graph-after #heat-legend").isVisible()).isFalse();
    }
}
