package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Locale;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.transforms.PossibleRewrites;

/**
 * What {@code hlox explain --rules} writes.
 *
 * @param version the first that has the instruction
 */
record RulesLine(String file, String instruction, int version, List<PossibleRule> rules) {

    /** A rule that could apply. */
    record PossibleRule(String pass, String rule, String algebra, String verdict, String reason) {
        static PossibleRule of(PossibleRewrites.Possible possible) {
            return new PossibleRule(
                    possible.pass(),
                    possible.rule(),
                    possible.algebra(),
                    possible.verdict().name().toLowerCase(Locale.ROOT),
                    possible.reason());
        }
    }

    static RulesLine of(String file, PipelineRun run, String name) {
        int id = NamesInRun.ids(run, name).getFirst();
        int version = firstVersion(run, id);
        return new RulesLine(
                file,
                name,
                version,
                possible(run, version, id).stream().map(PossibleRule::of).toList());
    }

    /** The same as sentences. */
    static List<String> lines(PipelineRun run, String name) {
        int id = NamesInRun.ids(run, name).getFirst();
        var found = possible(run, firstVersion(run, id), id);
        return found.isEmpty()
                ? List.of("The pattern of no rule fits %s.".formatted(name))
                : found.stream().map(PossibleRewrites.Possible::toText).toList();
    }

    private static int firstVersion(PipelineRun run, int id) {
        int version = 0;
        while (run.version(version).computationOf(id).isEmpty()) {
            version++;
        }
        return version;
    }

    private static List<PossibleRewrites.Possible> possible(PipelineRun run, int version, int id) {
        return PossibleRewrites.at(run.version(version), id, Passes.REGISTRY.passes());
    }
}
