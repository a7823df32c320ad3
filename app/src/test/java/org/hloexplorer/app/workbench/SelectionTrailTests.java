package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.EdgeSelection;
import org.junit.jupiter.api.Test;

final class SelectionTrailTests {
    private static final HloPath A = HloPath.toInstruction(0, 1, 10);
    private static final HloPath B = HloPath.toInstruction(0, 1, 11);
    private static final HloPath C = HloPath.toInstruction(0, 1, 12);
    private static final EdgeSelection EDGE = new EdgeSelection(0, 1, 10, 11);

    private final Selection selection = new Selection();
    private final SelectionTrail trail = selection.trail();

    private void select(HloPath path) {
        selection.edgeProperty().set(null);
        selection.pathProperty().set(path);
    }

    @Test
    void goesBackAndForth() {
        select(A);
        select(B);
        selection.edgeProperty().set(EDGE);
        trail.back();
        assertThat(selection.edgeProperty().get()).isNull();
        assertThat(selection.pathProperty().get()).isEqualTo(B);
        trail.back();
        assertThat(selection.pathProperty().get()).isEqualTo(A);
        assertThat(trail.hasBeforeProperty().get()).isFalse();
        trail.back();
        assertThat(selection.pathProperty().get()).isEqualTo(A);
        trail.forward();
        trail.forward();
        assertThat(selection.edgeProperty().get()).isEqualTo(EDGE);
        assertThat(trail.hasAfterProperty().get()).isFalse();
    }

    @Test
    void somethingNewForgetsWhatWasAhead() {
        select(A);
        select(B);
        trail.back();
        select(C);
        assertThat(trail.hasAfterProperty().get()).isFalse();
        trail.back();
        assertThat(selection.pathProperty().get()).isEqualTo(A);
    }

    @Test
    void anotherVersionOfTheSameIsNoStep() {
        select(A);
        select(B);
        select(B.inVersion(5));
        trail.back();
        assertThat(selection.pathProperty().get()).isEqualTo(A);
        trail.forward();
        assertThat(selection.pathProperty().get()).isEqualTo(B.inVersion(5));
    }

    @Test
    void anotherProgramStartsAnew() {
        select(A);
        select(B);
        selection.clear();
        assertThat(trail.hasBeforeProperty().get()).isFalse();
        trail.back();
        assertThat(selection.pathProperty().get()).isNull();
    }
}
