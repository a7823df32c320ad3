package org.hloexplorer.pipeline.corpus;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;

/** What our passes make of a module, beside what XLA's make. */
final class Comparison {
    private Comparison() {}

    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER);

    static boolean areKnown(String passes) {
        return List.of(passes.split(",")).stream()
                .allMatch(name -> Passes.REGISTRY.find(name).isPresent());
    }

    /** The outcome, or an exception with the sentence of the pass that failed. */
    static HloModule outcome(HloModule input, String passes) {
        return outcome(RUNNER.run(
                input, PipelineSettings.of(Passes.REGISTRY.pipelineOf(passes)).withVerify(true)));
    }

    static HloModule outcome(PipelineRun run) {
        run.runs().stream()
                .map(PassRun::failure)
                .filter(failure -> failure != null)
                .findFirst()
                .ifPresent(failure -> {
                    throw new IllegalStateException(failure);
                });
        return run.output();
    }

    /** Whether both compute the same by the same operations; what nothing uses does not count, names neither. */
    static boolean areAlike(HloModule ours, HloModule theirs) {
        return Structure.of(outcome(ours, "dce")).equals(Structure.of(outcome(theirs, "dce")));
    }

    /** How many instructions are in the one and not in the other, for the curious. */
    static String difference(HloModule ours, HloModule theirs) {
        return HloDiff.betweenForeign(outcome(theirs, "dce"), outcome(ours, "dce"))
                .counts()
                .toString();
    }
}
