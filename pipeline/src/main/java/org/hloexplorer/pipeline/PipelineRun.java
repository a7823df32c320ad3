package org.hloexplorer.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;

/**
 * A whole timeline: the input and every pass run, in order.
 *
 * @param notices what a user should know about the run as a whole, such as a group that did not come to rest
 * @param lineage how it is known which instruction became which
 */
public record PipelineRun(String pipeline, HloModule input, List<PassRun> runs, List<String> notices, Lineage lineage) {

    /** How instructions of one version are told to be those of another. */
    public enum Lineage {
        /** Passes of this program said so. */
        KNOWN,
        /** The versions were read from files, and are matched by structure and name. */
        GUESSED
    }

    /** A timeline that passes of this program made. */
    public PipelineRun(String pipeline, HloModule input, List<PassRun> runs, List<String> notices) {
        this(pipeline, input, runs, notices, Lineage.KNOWN);
    }

    public PipelineRun {
        runs = List.copyOf(runs);
        notices = List.copyOf(notices);
    }

    /** How many rewrites were made in all. */
    public int rewrites() {
        return runs.stream().mapToInt(PassRun::rewriteCount).sum();
    }

    /** The module after the last pass. */
    public HloModule output() {
        return version(runs.size());
    }

    /** Version 0 is the input, version n what the n-th pass run left. */
    public HloModule version(int version) {
        return version == 0 ? input : runs.get(version - 1).after();
    }

    /** The first run of a pass with this name that changed something: what the pass was given first. */
    public Optional<PassRun> firstChangeBy(String pass) {
        return runs.stream()
                .filter(run -> run.pass().equals(pass) && run.isChanging())
                .findFirst();
    }

    public int versions() {
        return runs.size() + 1;
    }

    /** Every event that names this instruction, with the run it came from being {@code ordinal().passRun()}. */
    public Stream<PassEvent> eventsAbout(int instructionId) {
        return runs.stream()
                .flatMap(run -> run.events().stream())
                .filter(event -> event.instructions().contains(instructionId));
    }
}
