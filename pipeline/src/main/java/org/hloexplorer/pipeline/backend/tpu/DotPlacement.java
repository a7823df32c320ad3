package org.hloexplorer.pipeline.backend.tpu;

import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.jspecify.annotations.Nullable;

/** Whether a dot runs on the array and, where not, why. */
sealed interface DotPlacement {

    record OnArray(DotMapping mapping) implements DotPlacement {}

    record Refused(String reason) implements DotPlacement {}

    /** Element types whose values bf16 stands in for, as TPUs do by default. */
    Set<PrimitiveType> ROUNDED_TO_BF16 = Set.of(PrimitiveType.F32, PrimitiveType.BF16, PrimitiveType.F16);

    /** Element types that fit into int8. */
    Set<PrimitiveType> FIT_INT8 = Set.of(PrimitiveType.S8, PrimitiveType.S4, PrimitiveType.S2, PrimitiveType.S1);

    /** The most elements that one Java array holds. */
    long MOST_ELEMENTS = Integer.MAX_VALUE - 8L;

    static DotPlacement of(HloInstruction dot, HloComputation computation, TpuConfig config) {
        if (!(dot.op() instanceof HloOp.Dot(var dimensions, var _))
                || !(computation.operand(dot, 0).shape() instanceof Shape.Array lhs)
                || !(computation.operand(dot, 1).shape() instanceof Shape.Array rhs)
                || !(dot.shape() instanceof Shape.Array result)) {
            return new Refused("is no dot of two arrays");
        }
        var type = operandType(lhs.elementType(), rhs.elementType(), result.elementType());
        if (type == null) {
            return new Refused("the array multiplies bf16 and int8, this is %s × %s → %s"
                    .formatted(lhs.elementType(), rhs.elementType(), result.elementType()));
        }
        if (!config.multiplies(type)) {
            return new Refused(
                    "%s does not multiply %s".formatted(config.name(), type == OperandType.INT8 ? "int8" : "bf16"));
        }
        if (!lhs.isStatic() || !rhs.isStatic()) {
            return new Refused("has a size that is known at run time only");
        }
        if (lhs.elements() == 0 || rhs.elements() == 0) {
            return new Refused("has an operand without elements");
        }
        if (lhs.elements() > MOST_ELEMENTS || rhs.elements() > MOST_ELEMENTS || result.elements() > MOST_ELEMENTS) {
            return new Refused("has more than %,d elements in an operand or the result".formatted(MOST_ELEMENTS));
        }
        return fits(DotMapping.of(dimensions, lhs, rhs, type), config);
    }

    private static DotPlacement fits(DotMapping mapping, TpuConfig config) {
        long tiles = TilePlan.tiles(mapping.gemm(), config.rows(), config.cols());
        return tiles <= TilePlan.MAX_TILES
                ? new OnArray(mapping)
                : new Refused("%s takes %,d tiles on %s, more than %,d"
                        .formatted(mapping.gemm(), tiles, config.array(), TilePlan.MAX_TILES));
    }

    private static @Nullable OperandType operandType(PrimitiveType lhs, PrimitiveType rhs, PrimitiveType result) {
        if (ROUNDED_TO_BF16.contains(lhs) && ROUNDED_TO_BF16.contains(rhs) && ROUNDED_TO_BF16.contains(result)) {
            return OperandType.BF16;
        }
        return FIT_INT8.contains(lhs) && FIT_INT8.contains(rhs) && result.isIntegral() ? OperandType.INT8 : null;
    }
}
