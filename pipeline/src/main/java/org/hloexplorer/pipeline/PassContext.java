package org.hloexplorer.pipeline;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.pipeline.fusion.FusionDecision;

/** What a pass is given beside the module: where to report, what it may do, and when to stop. */
public interface PassContext {

    Cancellation cancellation();

    /** Whether the user left this rule (or other named part of a pass) switched on. */
    boolean isEnabled(String rule);

    /**
     * Whether one more rewrite may be made; once it says no, the pass leaves the rest as it is.
     *
     * <p>Replay stops a pipeline after its n-th rewrite, so that single rewrites can be shown and bisected.
     */
    boolean mayRewrite();

    /** A knob's value, such as {@code fusion.max-operands}. */
    <T> T option(Option<T> option);

    /** Reports a rewrite, which counts against the budget. */
    void rewritten(String rule, int before, int after, String snapshot);

    void declined(String rule, int at, String name, String reason, List<Quantity> quantities);

    void fusionConsidered(
            int producer, String producerName, int consumer, String consumerName, FusionDecision decision);

    void layoutChosen(int instruction, String name, String layout, String reason);

    void copyInserted(int copy, int source, String name, String reason);
}
