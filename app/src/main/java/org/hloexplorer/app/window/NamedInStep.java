package org.hloexplorer.app.window;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.Step;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.EdgeSelection;

/** Instructions and edges of the step that is looked at, by name: as it leaves the module, or else as it found it. */
record NamedInStep(Step step) {

    HloPath path(String name) {
        return path(step.after(), step.version(), name)
                .or(() -> path(step.before(), step.version() - 1, name))
                .orElseThrow(() -> WindowSteps.unknown("instruction", name, names()));
    }

    private static Optional<HloPath> path(HloModule module, int version, String name) {
        return module.computations().stream()
                .flatMap(computation -> computation.find(name).stream()
                        .map(each -> HloPath.toInstruction(version, computation.id(), each.id())))
                .findFirst();
    }

    int instruction(String name) {
        return path(step.after(), step.version(), name)
                .map(HloPath::instructionId)
                .orElseThrow(() -> WindowSteps.unknown("instruction", name, names()));
    }

    /** An edge that is written {@code PRODUCER>CONSUMER}. */
    EdgeSelection edge(String written) {
        var ends = WindowSteps.ends(written);
        return edge(step.after(), step.version(), ends[0], ends[1])
                .or(() -> edge(step.before(), step.version() - 1, ends[0], ends[1]))
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no edge from '%s' to '%s'.".formatted(ends[0], ends[1])));
    }

    private static Optional<EdgeSelection> edge(HloModule module, int version, String producer, String consumer) {
        return module.computations().stream()
                .flatMap(computation -> edge(computation, version, producer, consumer).stream())
                .findFirst();
    }

    private static Optional<EdgeSelection> edge(
            HloComputation computation, int version, String producer, String consumer) {
        var from = computation.find(producer);
        return computation
                .find(consumer)
                .filter(to -> from.isPresent() && to.hasOperand(from.get().id()))
                .map(to -> new EdgeSelection(
                        version, computation.id(), from.orElseThrow().id(), to.id()));
    }

    private List<String> names() {
        return Stream.of(step.before(), step.after())
                .flatMap(module -> module.computations().stream())
                .flatMap(computation -> computation.instructions().stream())
                .map(HloInstruction::name)
                .toList();
    }
}
