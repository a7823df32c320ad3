package org.hloexplorer.pipeline.fusion;

import java.util.Optional;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;

/** What a target allows to be fused. */
public interface FusionChecks {

    /** Whether the n-th operand may go into its consumer, some refusals set aside. */
    FusionDecision decide(HloInstruction consumer, int operand, Waiver waiver);

    /** The knob that moves the limit of a refusal; empty where there is none. */
    Optional<Option<?>> knob(FusionDecision.Forbidden refusal);

    /** What the two would move and take apart, and as one. */
    FusionEstimate estimate(HloInstruction producer, HloInstruction consumer);

    /** The kind of fusion the two make. */
    FusionKind kind(HloInstruction producer, HloInstruction consumer);

    /** Is told that an operand is about to be fused. */
    default void beforeFusing(HloInstruction fusion, HloInstruction producer) {}

    /** Is told what came of it. */
    default void afterFusing(Fuser.Fused fused) {}
}
