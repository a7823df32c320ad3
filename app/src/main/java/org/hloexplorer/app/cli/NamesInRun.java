package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.Suggestions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionPairs;

/** Names of instructions, as users give them, and where a run has them. */
final class NamesInRun {
    private NamesInRun() {}

    /** A name without the sign that HLO's text has before it. */
    static String bare(String name) {
        return name.startsWith("%") ? name.substring(1) : name;
    }

    /** The ids that a name had in any version: names are given again where an instruction is gone. */
    static List<Integer> ids(PipelineRun run, String given) {
        var name = bare(given);
        var ids = new ArrayList<Integer>();
        for (int version = 0; version < run.versions(); version++) {
            for (var computation : run.version(version).computations()) {
                computation.find(name).map(HloInstruction::id).ifPresent(ids::add);
            }
        }
        if (ids.isEmpty()) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "No version of the module has an instruction named '%s'.%s"
                            .formatted(name, Suggestions.didYouMean(name, names(run))));
        }
        return ids.stream().distinct().toList();
    }

    /** The names of all versions, and of what only came up while fusions were made. */
    private static Set<String> names(PipelineRun run) {
        var names = new TreeSet<String>();
        for (int version = 0; version < run.versions(); version++) {
            for (var computation : run.version(version).computations()) {
                computation.instructions().stream().map(HloInstruction::name).forEach(names::add);
            }
        }
        run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(FusionConsidered.class::isInstance)
                .map(FusionConsidered.class::cast)
                .flatMap(each -> Stream.of(each.producerName(), each.consumerName()))
                .forEach(names::add);
        return names;
    }

    /** What is wrong with the pairs that knobs force together or keep apart: a name that nothing has. */
    static Optional<String> fault(PipelineRun run, Map<String, String> knobs) {
        var named = Stream.of(FusionPairs.FORCED, FusionPairs.NEVER)
                .map(Option::name)
                .filter(knobs::containsKey)
                .toList();
        // All names of a large program are only collected where someone named some.
        return named.isEmpty() ? Optional.empty() : fault(named, knobs, names(run));
    }

    private static Optional<String> fault(List<String> named, Map<String, String> knobs, Set<String> names) {
        return named.stream()
                .flatMap(knob -> FusionPairs.parse(knobs.getOrDefault(knob, "")).pairs().stream()
                        .flatMap(pair -> Stream.of(pair.producer(), pair.consumer()))
                        .filter(name -> !name.equals(FusionPairs.ANY) && !names.contains(name))
                        .map(name -> "%s: no version of the module has an instruction named '%s'.%s"
                                .formatted(knob, name, Suggestions.didYouMean(name, names))))
                .findFirst();
    }
}
