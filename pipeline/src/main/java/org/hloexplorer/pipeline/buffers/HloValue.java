package org.hloexplorer.pipeline.buffers;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;

/**
 * Something that an instruction puts into memory: an array, or the table of pointers that a tuple is.
 *
 * @param id counts the values of a module
 * @param index which part of the instruction's result it is
 * @param isPhi whether a loop or a branch brings several values together here
 */
public record HloValue(
        int id,
        HloComputation computation,
        HloInstruction instruction,
        List<Integer> index,
        Shape shape,
        boolean isPhi) {
    public HloValue {
        index = List.copyOf(index);
    }

    HloValue withId(int changed) {
        return new HloValue(changed, computation, instruction, index, shape, isPhi);
    }

    public long bytes() {
        return Subshape.bytes(shape);
    }

    /** The memory space its layout names; 0 for the device's main memory. */
    public int color() {
        return shape instanceof Shape.Array array ? array.layout().memorySpace() : 0;
    }

    /** XLA's short name, such as {@code while.5{1}}. */
    public String name() {
        var place = instruction.shape() instanceof Shape.Tuple ? Subshape.text(index) : "";
        return instruction.name() + place + (isPhi ? " (phi)" : "");
    }

    @Override
    public String toString() {
        return "<%d %s @%d>".formatted(id, name(), color());
    }
}
