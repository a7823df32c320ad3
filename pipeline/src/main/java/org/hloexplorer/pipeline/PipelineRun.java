package org.hloexplorer.pipeline;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;

/** A whole timeline: the input and every pass run, in order. */
public record PipelineRun(String pipeline, HloModule input, List<PassRun> runs) {

    public PipelineRun {
        runs = List.copyOf(runs);
    }

    /** The module after the last pass. */
    public HloModule output() {
        return version(runs.size());
    }

    /** Version 0 is the input, version n what the n-th pass run left. */
    public HloModule version(int version) {
        return version == 0 ? input : runs.get(version - 1).after();
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
