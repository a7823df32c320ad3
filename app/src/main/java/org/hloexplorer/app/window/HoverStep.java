package org.hloexplorer.app.window;

import java.util.function.Predicate;
import java.util.stream.Stream;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.graph.BeforeAfterView;
import org.hloexplorer.visualizers.graph.GraphView;

/** Rests the pointer on something in the pictures on the stage, so that it is explained there. */
record HoverStep(BeforeAfterView graphs) {

    void over(EdgeSelection edge, String name) {
        rest(name, view -> view.restOnEdge(edge.producer(), edge.consumer()));
    }

    void over(int instruction, String name) {
        rest(name, view -> view.restOn(instruction));
    }

    private void rest(String name, Predicate<GraphView> rest) {
        if (shown().noneMatch(rest)) {
            throw new IllegalArgumentException(
                    "The picture has no '%s': it may be inside a closed box, or in another computation."
                            .formatted(name));
        }
    }

    private Stream<GraphView> shown() {
        return switch (graphs.modeProperty().get()) {
            case BEFORE_AND_AFTER -> Stream.of(graphs.after(), graphs.before());
            case BEFORE -> Stream.of(graphs.before());
            case AFTER -> Stream.of(graphs.after());
            case UNION -> Stream.of(graphs.union());
        };
    }
}
