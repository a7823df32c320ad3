package org.hloexplorer.roofline.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.hloexplorer.roofline.SampleData;
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
}
