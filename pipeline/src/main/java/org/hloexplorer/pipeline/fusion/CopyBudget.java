package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.EXCEEDS_BUDGET;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Quantity;

/**
 * How many copies of producers that others need too go into fusions.
 *
 * <p>Each fusion of a chain may copy all that is in the next one, so that a program grows by its square: XLA's fusion
 * for the CPU needs more than 12 GB for a network of 56 layers. Two limits make that a multiple of the program.
 */
final class CopyBudget {
    static final String INSTRUCTIONS = "instructions in the fusion";
    static final String COPIES = "copies in the computation";

    /** Instructions that a computation counts as at least, so that small ones are fused as XLA fuses them. */
    private static final long FEW = 2_000;

    private static final String XLA = "none: XLA has no such limit";

    private final FusionGraph graph;
    private final long instructionsPerFusion;
    private final long limit;
    private long copies;

    CopyBudget(FusionGraph graph, CpuFusionOptions options) {
        this.graph = graph;
        this.instructionsPerFusion = options.instructions();
        this.limit =
                options.copies() * Math.max(FEW, graph.editor().instructions().size());
    }

    /** Whether the consumer may take the producer, as far as that is a copy. */
    FusionDecision decide(HloInstruction producer, HloInstruction consumer) {
        if (!FusionGraph.isFusion(consumer) || graph.userCount(producer) <= 1) {
            return allow("nothing is copied");
        }
        return isSmall(producer, consumer).and(() -> isWithinLimit(producer));
    }

    private FusionDecision isSmall(HloInstruction producer, HloInstruction consumer) {
        int instructions = graph.body(consumer).size();
        var size = Quantity.count(INSTRUCTIONS, instructions, instructionsPerFusion);
        return instructions > instructionsPerFusion
                ? forbid(
                        EXCEEDS_BUDGET,
                        "%s holds %d instructions already, and would hold a copy of %s too, which is needed elsewhere; the limit is %d"
                                .formatted(consumer, instructions, producer, instructionsPerFusion),
                        XLA,
                        size)
                : allow("there is room for a copy of the producer", size);
    }

    private FusionDecision isWithinLimit(HloInstruction producer) {
        var made = Quantity.count(COPIES, copies, limit);
        return copies >= limit
                ? forbid(
                        EXCEEDS_BUDGET,
                        "fusions have taken %d copies already, and %s would be one more; the limit is %d"
                                .formatted(copies, producer, limit),
                        XLA,
                        made)
                : allow("there is room for a copy of the producer", made);
    }

    /** Is told that a producer is about to be fused. */
    void take(HloInstruction producer) {
        copies += graph.userCount(producer) > 1 ? 1 : 0;
    }
}
