package org.hloexplorer.pipeline;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.jspecify.annotations.Nullable;

/**
 * One run of one pass: what went in, what came out, what it said.
 *
 * @param index on the timeline, from 0
 * @param pipeline the name of the (sub-)pipeline that ran it
 * @param iteration of the fixed-point group it is in, from 0
 * @param declined how many times a rule's condition refused; more than the events show where there were too many
 * @param failure why it failed, in a sentence; null otherwise
 */
public record PassRun(
        int index,
        String pipeline,
        String pass,
        int iteration,
        PassStatus status,
        HloModule before,
        HloModule after,
        List<PassEvent> events,
        int declined,
        Duration time,
        @Nullable String failure) {

    public PassRun {
        events = List.copyOf(events);
    }

    public boolean isChanging() {
        return status == PassStatus.CHANGED;
    }

    /** The rewrites among the events, in order. */
    public List<PassEvent.Rewritten> rewrites() {
        return events.stream()
                .filter(PassEvent.Rewritten.class::isInstance)
                .map(PassEvent.Rewritten.class::cast)
                .toList();
    }

    /** How many rewrites are in the result: those of a failed run are not. */
    public int rewriteCount() {
        return isChanging() ? rewrites().size() : 0;
    }
}
