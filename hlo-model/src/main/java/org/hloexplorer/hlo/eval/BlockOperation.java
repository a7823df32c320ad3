package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * An element-wise operation on a block of elements.
 *
 * <p>The common types have loops of their own, all of which begin at the start of each array: two places of arrays that may
 * be the same keep the JIT compiler from vectorising. All the rest runs the {@link ScalarProgram} of one element, which the loops
 * must agree with.
 */
@FunctionalInterface
interface BlockOperation {

    /** Works on the first {@code count} elements of each array; {@code out} may be one of them. */
    void run(Object[] arrays, Object out, int count);

    static BlockOperation of(HloInstruction instruction, List<PrimitiveType> types) {
        var result = instruction.shape().asArray().elementType();
        var type = types.getFirst();
        return switch (instruction.op()) {
            case HloOp.Plain(var opcode) when opcode == HloOpcode.SELECT && result == PrimitiveType.F32 -> select();
            case HloOp.Plain(var opcode) when opcode == HloOpcode.CONVERT -> convert(instruction, type, result);
            case HloOp.Plain(var opcode)
            when isReal(opcode, types) && type == result -> real(instruction, opcode, types);
            case HloOp.Plain(var opcode)
            when is32Bit(type) && IntLoops.knows(opcode) ->
                (in, out, count) -> IntLoops.binary(opcode, (int[]) in[0], (int[]) in[1], (int[]) out, count);
            case HloOp.Compare compare -> compare(instruction, compare, types);
            default -> new ScalarBlocks(instruction, types);
        };
    }

    private static boolean isReal(HloOpcode opcode, List<PrimitiveType> types) {
        return types.size() == 1 ? DoubleMath.isUnary(opcode) : types.size() == 2 && DoubleMath.isBinary(opcode);
    }

    private static BlockOperation real(HloInstruction instruction, HloOpcode opcode, List<PrimitiveType> types) {
        boolean unary = types.size() == 1;
        var type = types.getFirst();
        if (NarrowFloats.is(type)) {
            return unary ? narrowUnary(opcode, type) : narrowBinary(opcode, type);
        }
        if (type != PrimitiveType.F32) {
            return new ScalarBlocks(instruction, types);
        }
        return unary
                ? (in, out, count) -> FloatLoops.unary(opcode, (float[]) in[0], (float[]) out, count)
                : (in, out, count) -> FloatLoops.binary(opcode, (float[]) in[0], (float[]) in[1], (float[]) out, count);
    }

    /** Through floats, rounded back after the operation. */
    private static BlockOperation narrowUnary(HloOpcode opcode, PrimitiveType type) {
        return (in, out, count) -> {
            float[] x = NarrowFloats.decode(type, (short[]) in[0], count);
            FloatLoops.unary(opcode, x, x, count);
            NarrowFloats.encode(type, x, (short[]) out, count);
        };
    }

    private static BlockOperation narrowBinary(HloOpcode opcode, PrimitiveType type) {
        return (in, out, count) -> {
            float[] x = NarrowFloats.decode(type, (short[]) in[0], count);
            float[] y = NarrowFloats.decode(type, (short[]) in[1], count);
            FloatLoops.binary(opcode, x, y, x, count);
            NarrowFloats.encode(type, x, (short[]) out, count);
        };
    }

    private static BlockOperation compare(
            HloInstruction instruction, HloOp.Compare compare, List<PrimitiveType> types) {
        var type = types.getFirst();
        var direction = compare.direction();
        if (type == PrimitiveType.F32 && compare.type() != ComparisonType.TOTALORDER) {
            return (in, out, count) ->
                    FloatLoops.compare(direction, (float[]) in[0], (float[]) in[1], (byte[]) out, count);
        }
        if (is32Bit(type)) {
            return (in, out, count) ->
                    IntLoops.compare(direction, type, (int[]) in[0], (int[]) in[1], (byte[]) out, count);
        }
        return new ScalarBlocks(instruction, types);
    }

    private static BlockOperation select() {
        return (in, out, count) -> {
            var predicate = (byte[]) in[0];
            var onTrue = (float[]) in[1];
            var onFalse = (float[]) in[2];
            var result = (float[]) out;
            for (int i = 0; i < count; i++) {
                result[i] = predicate[i] != 0 ? onTrue[i] : onFalse[i];
            }
        };
    }

    private static BlockOperation convert(HloInstruction instruction, PrimitiveType from, PrimitiveType to) {
        if (NarrowFloats.is(from) && to == PrimitiveType.F32) {
            return (in, out, count) -> NarrowFloats.decode(from, (short[]) in[0], (float[]) out, count);
        }
        if (from == PrimitiveType.F32 && NarrowFloats.is(to)) {
            return (in, out, count) -> NarrowFloats.encode(to, (float[]) in[0], (short[]) out, count);
        }
        return new ScalarBlocks(instruction, List.of(from));
    }

    private static boolean is32Bit(PrimitiveType type) {
        return type == PrimitiveType.S32 || type == PrimitiveType.U32;
    }
}
