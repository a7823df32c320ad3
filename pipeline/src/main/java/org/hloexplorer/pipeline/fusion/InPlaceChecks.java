package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.IN_PLACE_HAZARD;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/**
 * Whether a consumer that writes into its operand's buffer still reads, after fusion, what was there before.
 *
 * <p>A {@code dynamic-update-slice} overwrites a part of its first operand. Anything fused with it that reads other
 * elements of that buffer may find them overwritten already.
 */
public record InPlaceChecks(FusionGraph graph) {
    private static final String XLA = "InstructionFusion::ShouldFuseInPlaceOp";

    public FusionDecision decide(HloInstruction producer, HloInstruction consumer) {
        FusionDecision decision = allow("nothing is overwritten");
        for (int operand : inPlaceOperands(consumer)) {
            decision = decision.and(() -> staysSafe(producer, consumer, operand));
        }
        return decision;
    }

    private List<Integer> inPlaceOperands(HloInstruction consumer) {
        if (consumer.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE) {
            return List.of(0);
        }
        if (!FusionGraph.isFusion(consumer)) {
            return List.of();
        }
        var body = graph.body(consumer);
        if (body.root().opcode() != HloOpcode.DYNAMIC_UPDATE_SLICE) {
            return List.of();
        }
        var buffer = body.editor().operand(body.root(), 0);
        return buffer.op() instanceof HloOp.Parameter ? List.of(body.number(buffer)) : List.of();
    }

    private FusionDecision staysSafe(HloInstruction producer, HloInstruction consumer, int operand) {
        int buffer = consumer.operandId(operand);
        for (int i = 0; i < consumer.operandCount(); i++) {
            if (i != operand && consumer.operandId(i) == buffer) {
                return hazard("%s overwrites a buffer that it also reads as operand %d".formatted(consumer, i));
            }
        }
        if (producer.id() == buffer) {
            return updatesAlone(producer, consumer, operand);
        }
        if (!producer.hasOperand(buffer) || graph.isElementwise(producer)) {
            return allow("the producer reads only what is about to be overwritten, in its place");
        }
        return readsJustTheUpdatedPart(producer, consumer);
    }

    /** A producer that makes the buffer itself may go in if nothing but the update reads it out of order. */
    private FusionDecision updatesAlone(HloInstruction producer, HloInstruction consumer, int operand) {
        if (!FusionGraph.isFusion(consumer)) {
            return allow("only the update reads the buffer");
        }
        var body = graph.body(consumer);
        var inside = new FusionGraph(body.editor());
        for (var user : body.editor().users(body.parameter(operand))) {
            if (user.id() != body.root().id() && !inside.isElementwise(user)) {
                return hazard("%s inside %s reads %s while it is overwritten".formatted(user, consumer, producer));
            }
        }
        return allow("only the update reads the buffer out of order");
    }

    /** A slice of the very part that is overwritten is safe: each element is read just before it is written. */
    private FusionDecision readsJustTheUpdatedPart(HloInstruction producer, HloInstruction consumer) {
        if (consumer.opcode() != HloOpcode.DYNAMIC_UPDATE_SLICE) {
            return hazard("%s reads the buffer that %s overwrites, at other elements".formatted(producer, consumer));
        }
        var update = graph.operand(consumer, 1);
        if (!producer.shape().isCompatible(update.shape())) {
            return hazard("%s reads a part of another shape than %s overwrites".formatted(producer, consumer));
        }
        return switch (producer.opcode()) {
            case DYNAMIC_SLICE ->
                hasSameStarts(producer, consumer)
                        ? allow("the producer reads exactly the part that is overwritten")
                        : hazard("%s reads at another place than %s writes".formatted(producer, consumer));
            case SLICE ->
                hasConstantStarts((HloOp.Slice) producer.op(), consumer)
                        ? allow("the producer reads exactly the part that is overwritten")
                        : hazard("%s reads at another place than %s may write".formatted(producer, consumer));
            default ->
                hazard("%s reads the buffer that %s overwrites, at other elements".formatted(producer, consumer));
        };
    }

    private static boolean hasSameStarts(HloInstruction slice, HloInstruction update) {
        for (int i = 1; i < slice.operandCount(); i++) {
            if (slice.operandId(i) != update.operandId(i + 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasConstantStarts(HloOp.Slice slice, HloInstruction update) {
        for (int i = 0; i < slice.starts().size(); i++) {
            var index = graph.operand(update, i + 2);
            if (slice.strides().get(i) != 1
                    || !(index.op() instanceof HloOp.Constant(var literal))
                    || literal.bitsAt(0) != slice.starts().get(i)) {
                return false;
            }
        }
        return true;
    }

    private static FusionDecision hazard(String sentence) {
        return forbid(IN_PLACE_HAZARD, sentence, XLA);
    }
}
