package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.DecisionWords;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;
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

    static PairExplanation sentence(String sentence) {
        return new PairExplanation(List.of(), List.of(sentence));
    }

    /** About the last version in which one of the producers is an operand of one of the consumers. */
    static PairExplanation of(PipelineRun run, Set<Integer> producers, Set<Integer> consumers) {
        for (int version = run.versions() - 1; version >= 0; version--) {
            var edge = find(run, version, producers, consumers);
            if (edge.isPresent()) {
                return explain(edge.get(), new EdgeReasons(run, Lineage.of(run)));
            }
        }
        return inFusions(run, producers, consumers)
                .orElseGet(() -> sentence("In no version is the one an operand of the other."));
    }

    /** About what the two became: one may be inside a fusion before anybody asks about it and the other. */
    private static Optional<PairExplanation> inFusions(
            PipelineRun run, Set<Integer> producers, Set<Integer> consumers) {
        var lineage = Lineage.of(run);
        var verdicts = producers.stream()
                .flatMap(producer -> consumers.stream()
                        .flatMap(consumer -> FusionVerdicts.after(run, 0, lineage, producer, consumer).stream()))
                .distinct()
                .toList();
        return verdicts.isEmpty()
                ? Optional.empty()
                : Optional.of(new PairExplanation(
                        decisions(verdicts),
                        verdicts.stream()
                                .map(each ->
                                        whatTheyAre(run, each, producers, consumers) + DecisionWords.sentence(each))
                                .toList()));
    }

    private static String whatTheyAre(
            PipelineRun run, Verdict verdict, Set<Integer> producers, Set<Integer> consumers) {
        var event = verdict.event();
        var parts = new ArrayList<String>();
        if (!producers.contains(event.producer())) {
            parts.add("%%%s is part of %%%s by then".formatted(name(run, producers), event.producerName()));
        }
        if (!consumers.contains(event.consumer())) {
            parts.add("%%%s is part of %%%s by then".formatted(name(run, consumers), event.consumerName()));
        }
        return parts.isEmpty() ? "" : String.join(", and ", parts) + ": ";
    }

    private static String name(PipelineRun run, Set<Integer> ids) {
        return IntStream.range(0, run.versions())
                .mapToObj(run::version)
                .flatMap(module -> ids.stream().map(module::findInstruction).flatMap(Optional::stream))
                .findFirst()
                .orElseThrow()
                .name();
    }

    /** Of a program that holds no decisions: what our own check says of all that an instruction reads, and that reads it. */
    static PairExplanation around(PipelineRun run, Set<Integer> ids) {
        var lineage = Lineage.of(run);
        var reasons = new EdgeReasons(run, lineage);
        var decisions = new ArrayList<Decision>();
        var sentences = new LinkedHashSet<String>();
        for (var edge : edgesAround(run, ids)) {
            var explained = explain(edge, reasons);
            decisions.addAll(explained.decisions());
            sentences.addAll(explained.sentences());
        }
        return new PairExplanation(decisions, List.copyOf(sentences));
    }

    /** In the last version that has the instruction. */
    private static List<Edge> edgesAround(PipelineRun run, Set<Integer> ids) {
        for (int version = run.versions() - 1; version >= 0; version--) {
            var module = run.version(version);
            var edges = new ArrayList<Edge>();
            for (int id : ids) {
                var home = module.computationOf(id);
                if (home.isPresent()) {
                    var instruction = home.get().instruction(id);
                    for (var operand : new LinkedHashSet<>(home.get().operands(instruction))) {
                        edges.add(new Edge(version, module, operand, instruction));
                    }
                    for (var user : new LinkedHashSet<>(home.get().users(instruction))) {
                        edges.add(new Edge(version, module, instruction, user));
                    }
                }
            }
            if (!edges.isEmpty()) {
                return edges;
            }
        }
        return List.of();
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

    private static PairExplanation explain(Edge edge, EdgeReasons reasons) {
        var verdicts = reasons.verdicts(edge.version(), edge.module(), edge.producer(), edge.consumer());
        return verdicts.isEmpty()
                ? new PairExplanation(
                        List.of(),
                        reasons.reasons(edge.version(), edge.module(), edge.producer(), edge.consumer()).stream()
                                .map(Reason::sentence)
                                .toList())
                : new PairExplanation(
                        decisions(verdicts),
                        verdicts.stream().map(DecisionWords::sentence).toList());
    }

    private static List<Decision> decisions(List<Verdict> verdicts) {
        return verdicts.stream()
                .map(each -> Decision.of(each.event(), each.pass(), Math.max(0, each.version() - 1)))
                .toList();
    }
}
