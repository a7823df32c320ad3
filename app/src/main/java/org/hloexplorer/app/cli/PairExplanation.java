package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.DecisionWords;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.inspector.EdgeReasons;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;

/**
 * What can be said about a producer and a consumer of which no pass reported anything.
 *
 * @param decisions of our own check, where that was asked
 * @param sentences never empty
 */
record PairExplanation(List<Decision> decisions, List<String> sentences) {

    private record Edge(int version, HloModule module, HloInstruction producer, HloInstruction consumer) {}

    /** About the last version in which one of the producers is an operand of one of the consumers. */
    static PairExplanation of(PipelineRun run, Set<Integer> producers, Set<Integer> consumers) {
        for (int version = run.versions() - 1; version >= 0; version--) {
            var edge = find(run, version, producers, consumers);
            if (edge.isPresent()) {
                return explain(run, edge.get());
            }
        }
        return new PairExplanation(List.of(), List.of("In no version is the one an operand of the other."));
    }

    private static Optional<Edge> find(PipelineRun run, int version, Set<Integer> producers, Set<Integer> consumers) {
        var module = run.version(version);
        for (int id : consumers) {
            var home = module.computationOf(id);
            if (home.isPresent()) {
                var consumer = home.get().instruction(id);
                for (var producer : home.get().operands(consumer)) {
                    if (producers.contains(producer.id())) {
                        return Optional.of(new Edge(version, module, producer, consumer));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static PairExplanation explain(PipelineRun run, Edge edge) {
        var reasons = new EdgeReasons(run, Lineage.of(run));
        var verdicts = reasons.verdicts(edge.version(), edge.module(), edge.producer(), edge.consumer());
        return verdicts.isEmpty()
                ? new PairExplanation(
                        List.of(),
                        reasons.reasons(edge.version(), edge.module(), edge.producer(), edge.consumer()).stream()
                                .map(Reason::sentence)
                                .toList())
                : new PairExplanation(
                        verdicts.stream()
                                .map(each -> Decision.of(each.event(), each.pass(), Math.max(0, each.version() - 1)))
                                .toList(),
                        verdicts.stream().map(DecisionWords::sentence).toList());
    }
}
