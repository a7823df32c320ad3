package org.hloexplorer.roofline.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Objects;
import org.hloexplorer.roofline.SampleData;
import org.hloexplorer.roofline.Stage;
import org.junit.jupiter.api.Test;

final class RooflineViewModelTests {
    private final RooflineViewModel model = new RooflineViewModel();

    @Test
    void whoeverDrawsNewDataFindsItsRows() {
        var rowsSeen = new ArrayList<Integer>();
        model.dataProperty().subscribe(_ -> rowsSeen.add(model.rows().size()));

        model.show(SampleData.data());

        assertThat(rowsSeen).containsExactly(0, 8);
    }

    @Test
    void theLastStageComesFirst() {
        model.show(SampleData.data());

        assertThat(model.rows().getFirst().stage().name()).isEqualTo("after fusion");
    }

    @Test
    void selectingARowSelectsItsInstruction() {
        model.show(SampleData.data());

        model.selectedProperty().set(model.rows().getFirst());

        assertThat(model.selectedInstructionProperty().get()).isEqualTo(20);
    }

    /** Keep, open another program or dump, measure: while that is opened there is no measurement at all. */
    @Test
    void whatIsKeptOutlivesTheProgramItIsOf() {
        model.show(SampleData.counted());
        model.keepingProperty().set(true);
        model.show(null);

        model.show(SampleData.data());

        var shown = Objects.requireNonNull(model.dataProperty().get());
        assertThat(shown.stages())
                .extracting(Stage::name)
                .containsExactly("kept: after fusion", "before fusion", "after fusion");
        assertThat(shown.trails()).hasSameSizeAs(SampleData.data().trails());
    }
}
