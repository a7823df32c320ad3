package org.hloexplorer.visualizers.graph;

import java.util.List;
import java.util.Locale;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * An edge of the picture, from a value's maker to one of its users.
 *
 * @param operands the positions at which the user takes the value; empty for an edge that only orders
 * @param bytes the size of the value
 * @param verdict the latest decision about fusing the two; null where there is none
 * @param isFromParameter whether the maker is a parameter, which is in memory whatever is decided
 * @param crosses whether the value goes through memory from one kernel to another
 */
public record VisualEdge(
        String key,
        String from,
        String to,
        int producer,
        int consumer,
        List<Integer> operands,
        String shape,
        long bytes,
        DifferenceState state,
        @Nullable Verdict verdict,
        boolean isFromParameter,
        boolean crosses) {

    public VisualEdge {
        operands = List.copyOf(operands);
    }

    /** Whether it only says that one runs before the other. */
    public boolean isControl() {
        return operands.isEmpty();
    }

    /** Why the two do not run as one kernel; null where nobody said so. */
    public FusionDecision.@Nullable Forbidden refusal() {
        return verdict != null && verdict.event().decision() instanceof FusionDecision.Forbidden forbidden
                ? forbidden
                : null;
    }

    /** Whether the refusal has a sign; that parameters are in memory anyway would be one on every second edge. */
    boolean hasSign() {
        return refusal() != null && !isFromParameter;
    }

    String classes() {
        var refusal = refusal();
        return (isControl() ? "control" : "data")
                + "," + state.name().toLowerCase(Locale.ROOT)
                + (refusal == null ? "" : ",refused");
    }
}
