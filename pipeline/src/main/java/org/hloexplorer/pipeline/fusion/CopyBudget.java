package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.EXCEEDS_BUDGET;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/**
 * How many copies of producers that others need too go into fusions.
 *
 * <p>Each fusion of a chain may copy all that is in the next one, so that a program grows by its square: XLA's fusion
 * for the CPU needs more than 12 GB for a network of 56 layers. Two limits make that a multiple of the program, whatever
 * the target.
 */
final class CopyBudget {
    private static final String INSTRUCTIONS = "instructions in the fusion";
    private static final String COPIES = "copies in the computation";

    private static final Option<Long> MAX_INSTRUCTIONS = Option.count(
            "fusion.max-instructions",
            1024,
            "instructions in a fusion that may still take copies of others; XLA has no limit, and runs out of memory");

    private static final Option<Long> MAX_COPIES = Option.count(
            "fusion.max-copies",
            5,
            "copies that fusions may take for each instruction of a computation, 2,000 at least; XLA has no limit");

    static final List<Option<?>> ALL = List.of(MAX_INSTRUCTIONS, MAX_COPIES);

    /** Instructions that a computation counts as at least, so that small ones are fused as XLA fuses them. */
    private static final long FEW = 2_000;

    private static final String XLA = "none: XLA has no such limit";

    private final FusionGraph graph;
    private final long instructionsPerFusion;
    private final long limit;
    private long copies;

    CopyBudget(FusionGraph graph, PassContext context) {
        this.graph = graph;
        this.instructionsPerFusion = context.option(MAX_INSTRUCTIONS);
        this.limit = context.option(MAX_COPIES)
                * Math.max(FEW, graph.editor().instructions().size());
    }

    /** The knob that moves the limit of a refusal, if it is one of these. */
    static Optional<Option<?>> knob(Forbidden refusal) {
        var compared = refusal.quantities().isEmpty()
                ? ""
                : refusal.quantities().getLast().name();
        return switch (compared) {
            case INSTRUCTIONS -> Optional.of(MAX_INSTRUCTIONS);
            case COPIES -> Optional.of(MAX_COPIES);
            default -> Optional.empty();
        };
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
