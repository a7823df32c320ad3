package org.hloexplorer.pipeline.fusion;

import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;

/** What a target allows to be fused. */
interface FusionChecks {

    /** Whether the n-th operand may go into its consumer. */
    FusionDecision decide(HloInstruction consumer, int operand);

    /** The kind of fusion the two make. */
    FusionKind kind(HloInstruction producer, HloInstruction consumer);

    /** Is told that an operand is about to be fused. */
    void beforeFusing(HloInstruction fusion, HloInstruction producer);

    /** Is told what came of it. */
    void afterFusing(Fuser.Fused fused);
}
