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

/** Whether a dot or a convolution runs on the array and, where not, why. */
sealed interface ArrayPlacement {

    record OnArray(ArrayMapping mapping) implements ArrayPlacement {}

    record Refused(String reason) implements ArrayPlacement {}

    /** Element types whose values bf16 stands in for, as TPUs do by default. */
    Set<PrimitiveType> ROUNDED_TO_BF16 = Set.of(PrimitiveType.F32, PrimitiveType.BF16, PrimitiveType.F16);

    /** Element types that fit into int8. */
    Set<PrimitiveType> FIT_INT8 = Set.of(PrimitiveType.S8, PrimitiveType.S4, PrimitiveType.S2, PrimitiveType.S1);

    /** The most elements that one Java array holds. */
    long MOST_ELEMENTS = Integer.MAX_VALUE - 8L;

    /** The most elements of X that a convolution is unrolled into: half a gigabyte. */
    long MOST_UNROLLED = 1L << 27;

    static ArrayPlacement of(HloInstruction instruction, HloComputation computation, TpuConfig config) {
        if (instruction.operandCount() < 2
                || !(computation.operand(instruction, 0).shape() instanceof Shape.Array lhs)
                || !(computation.operand(instruction, 1).shape() instanceof Shape.Array rhs)
                || !(instruction.shape() instanceof Shape.Array result)) {
            return new Refused("is no product of two arrays");
        }
        var type = operandType(lhs.elementType(), rhs.elementType(), result.elementType());
        var refusal = refusal(lhs, rhs, result, type, config);
        if (refusal != null || type == null) {
            return new Refused(String.valueOf(refusal));
        }
        return switch (instruction.op()) {
            case HloOp.Dot(var dimensions, var _) -> fits(DotMapping.of(dimensions, lhs, rhs, type), config);
            case HloOp.Convolution convolution -> convolution(convolution, lhs, rhs, result, type, config);
            default -> new Refused(instruction.op().mnemonic() + " is not mapped to it yet");
        };
    }

    private static @Nullable String refusal(
            Shape.Array lhs, Shape.Array rhs, Shape.Array result, @Nullable OperandType type, TpuConfig config) {
        if (type == null) {
            return "the array multiplies bf16 and int8, this is %s × %s → %s"
                    .formatted(lhs.elementType(), rhs.elementType(), result.elementType());
        }
        if (!config.multiplies(type)) {
            return "%s does not multiply %s".formatted(config.name(), type == OperandType.INT8 ? "int8" : "bf16");
        }
        if (!lhs.isStatic() || !rhs.isStatic()) {
            return "has a size that is known at run time only";
        }
        if (lhs.elements() == 0 || rhs.elements() == 0 || result.elements() == 0) {
            return "has an operand or a result without elements";
        }
        if (lhs.elements() > MOST_ELEMENTS || rhs.elements() > MOST_ELEMENTS || result.elements() > MOST_ELEMENTS) {
            return "has more than %,d elements in an operand or the result".formatted(MOST_ELEMENTS);
        }
        return null;
    }

    private static ArrayPlacement convolution(
            HloOp.Convolution convolution,
            Shape.Array input,
            Shape.Array kernel,
            Shape.Array output,
            OperandType type,
            TpuConfig config) {
        if (convolution.batchGroupCount() != 1) {
            return new Refused("a convolution in %d groups of batches is not mapped to it yet"
                    .formatted(convolution.batchGroupCount()));
        }
        long unrolled = ConvolutionMapping.elementsOfX(convolution, kernel, output);
        if (unrolled > MOST_UNROLLED) {
            return new Refused("its window sees %,d elements, more than the %,d that are unrolled"
                    .formatted(unrolled, MOST_UNROLLED));
        }
        return fits(new ConvolutionMapping(convolution, input, kernel, output, type, config.convolution()), config);
    }

    private static ArrayPlacement fits(ArrayMapping mapping, TpuConfig config) {
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
