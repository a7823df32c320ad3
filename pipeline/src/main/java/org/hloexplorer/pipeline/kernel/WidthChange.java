package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * A {@code bitcast-convert} between types of different width: the narrow side has one dimension more, the last, along which
 * the parts of a wide element lie, that of the lowest bits first.
 */
record WidthChange(ElementEmitter elements, Block block, Frame frame, HloInstruction instruction) {

    static boolean isOne(Frame frame, HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.BITCAST_CONVERT
                && type(instruction).bits()
                        != type(frame.operand(instruction, 0)).bits();
    }

    private static PrimitiveType type(HloInstruction instruction) {
        return ((Shape.Array) instruction.shape()).elementType();
    }

    Value emit(List<Index> indices) {
        var from = type(frame.operand(instruction, 0));
        var to = type(instruction);
        var narrow = unsigned(Math.min(from.bits(), to.bits()), from, to);
        var wide = unsigned(Math.max(from.bits(), to.bits()), from, to);
        return from.bits() > to.bits() ? part(indices, wide, narrow, to) : joined(indices, wide, narrow, to);
    }

    private static PrimitiveType unsigned(int bits, PrimitiveType from, PrimitiveType to) {
        if (from == PrimitiveType.PRED || to == PrimitiveType.PRED || from.isComplex() || to.isComplex()) {
            throw new NotLowerable("bitcast-convert from %s to %s is not a kernel yet".formatted(from, to));
        }
        return switch (bits) {
            case 8 -> PrimitiveType.U8;
            case 16 -> PrimitiveType.U16;
            case 32 -> PrimitiveType.U32;
            case 64 -> PrimitiveType.U64;
            default -> throw new NotLowerable("bitcast-convert from %s to %s is not a kernel yet".formatted(from, to));
        };
    }

    private Value part(List<Index> indices, PrimitiveType wide, PrimitiveType narrow, PrimitiveType to) {
        var scalars = new Scalars(block, instruction.id());
        var whole = bits(scalars, wide, element(indices.subList(0, indices.size() - 1)));
        var shift = indices.getLast().times(narrow.bits());
        var distance = scalars.convert(wide, block.define(new Expression.IndexValue(shift), instruction.id()));
        var moved = scalars.apply(Operation.SHIFT_RIGHT_LOGICAL, whole, distance);
        return bits(scalars, to, scalars.convert(narrow, moved));
    }

    private Value joined(List<Index> indices, PrimitiveType wide, PrimitiveType narrow, PrimitiveType to) {
        var scalars = new Scalars(block, instruction.id());
        var all = scalars.bits(wide, 0);
        for (int i = 0; i < wide.bits() / narrow.bits(); i++) {
            List<Index> at = new ArrayList<>(indices);
            at.add(Index.of(i));
            var one = scalars.convert(wide, bits(scalars, narrow, element(at)));
            var distance = scalars.bits(wide, (long) i * narrow.bits());
            all = scalars.or(all, scalars.apply(Operation.SHIFT_LEFT, one, distance));
        }
        return bits(scalars, to, all);
    }

    private Value element(List<Index> indices) {
        return elements.element(block, frame, frame.operand(instruction, 0), indices);
    }

    private static Value bits(Scalars scalars, PrimitiveType type, Value value) {
        return value.type() == type ? value : scalars.bitcast(type, value);
    }
}
