package org.hloexplorer.pipeline.fusion.gpu;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.Region;

/** Whether neighbouring threads read neighbouring elements, by the rule of thumb of XLA's {@code IsReadCoalescedHeuristic}. */
final class Coalescing {
    private Coalescing() {}

    static boolean readsInOrder(Region region, Emitter emitter) {
        if (emitter.kind() != Emitter.Kind.TRANSPOSE
                && region.places().anyMatch(place -> movesInnermost(region, place))) {
            return false;
        }
        return emitter.kind() != Emitter.Kind.REDUCTION || !isReductionOfReduction(region);
    }

    /** A transpose of the innermost dimension, unless what it moves is the same element over and over. */
    private static boolean movesInnermost(Region region, Region.Place place) {
        return place.instruction().op() instanceof HloOp.WithDimensions(var opcode, var permutation)
                && opcode == HloOpcode.TRANSPOSE
                && !permutation.isEmpty()
                && permutation.getLast() != permutation.size() - 1
                && isLarge(region.operandShape(place, 0), permutation.size() - 1)
                && region.operands(place).stream().noneMatch(each -> isRepeated(each.instruction()));
    }

    private static boolean isLarge(Shape operand, int innermost) {
        return operand.asArray().dimension(innermost) > 1;
    }

    private static boolean isRepeated(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case BROADCAST, IOTA -> true;
            default -> false;
        };
    }

    private static boolean isReductionOfReduction(Region region) {
        return region.producer().isPresent()
                && region.places()
                                .filter(place -> ReductionForm.of(region, place).isPresent())
                                .map(place -> place.kernel().id())
                                .distinct()
                                .count()
                        > 1;
    }
}
