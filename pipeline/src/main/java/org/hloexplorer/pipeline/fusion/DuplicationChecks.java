package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.DUPLICATES_WORK;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.function.Predicate;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Quantity;

/** Whether work would be done twice for nothing. */
public record DuplicationChecks(FusionGraph graph, Predicate<HloInstruction> isExpensive) {
    private static final String XLA = "InstructionFusion::ShouldFuse";

    public FusionDecision isNotComputedTwice(HloInstruction producer, HloInstruction consumer) {
        int users = graph.userCount(producer);
        var others = Quantity.count("users", users, 1);
        if (users <= 1) {
            return allow("nothing else uses the producer", others);
        }
        if (InstructionCost.isAlwaysDuplicable(producer, graph.editor()) || !isExpensive.test(producer)) {
            return allow("computing the producer again is cheap", others);
        }
        return forbid(
                DUPLICATES_WORK,
                "%s is expensive and would run %d times instead of once, as %s needs it too"
                        .formatted(producer.opcode(), users, otherUser(producer, consumer)),
                XLA + ", is_expensive",
                others);
    }

    private HloInstruction otherUser(HloInstruction producer, HloInstruction consumer) {
        return graph.editor().otherUser(producer, consumer).orElse(consumer);
    }
}
