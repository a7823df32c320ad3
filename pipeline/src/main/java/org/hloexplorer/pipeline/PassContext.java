package org.hloexplorer.pipeline;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.jspecify.annotations.Nullable;

/** What a pass is given beside the module: where to report, what it may do, and when to stop. */
public interface PassContext {

    Cancellation cancellation();

    /** Whether the user left this rule (or other named part of a pass) switched on. */
    boolean isEnabled(String rule);

    /** Whether the pipeline takes rewrites with this effect. */
    boolean allows(Effect effect);

    /**
     * Whether this rewrite may be made. Asked when everything else is settled: after a yes, the rewrite is made and
     * {@linkplain #rewritten reported}; after a no, the instruction is left as it is.
     *
     * <p>Replay stops a pipeline after its n-th rewrite, or leaves the n-th out, so that single rewrites can be shown
     * and bisected.
     */
    boolean mayRewrite(String rule, int at);

    /** Whether the budget of rewrites is used up, so that looking on is useless. */
    boolean isExhausted();

    /** A knob's value, such as {@code fusion.max-operands}. */
    <T> T option(Option<T> option);

    /** Reports a rewrite, which counts against the budget. */
    void rewritten(String rule, int before, int after, String snapshot);

    void declined(String rule, int at, String name, String reason, List<Quantity> quantities);

    /**
     * Reports that a producer and a consumer might have become one kernel.
     *
     * @param estimate what that would save; null where it is impossible anyhow
     */
    void fusionConsidered(
            HloInstruction producer,
            HloInstruction consumer,
            FusionDecision decision,
            @Nullable FusionEstimate estimate);

    void layoutChosen(int instruction, String name, String layout, String reason);

    void copyInserted(int copy, int source, String name, String reason);
}
