package org.hloexplorer.pipeline.fusion.gpu;

import java.util.ArrayList;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.Region;

/**
 * A reduction as its emitter sees it: the operand as an array of three dimensions in memory order.
 *
 * @param isRow whether the innermost dimension is reduced, along a warp; the middle one otherwise, down a column
 */
record ReductionForm(boolean isRow, long major, long middle, long minor) {

    /** XLA's bounds below which a column is too short to be worth a kernel of its own kind, by width. */
    private static final int NARROW = 8;

    private static final int VERY_NARROW = 3;

    /** The form of a reduction that gets a kernel of its own kind; empty where it runs as a loop in each thread. */
    static Optional<ReductionForm> of(HloInstruction instruction, Shape operand) {
        return instruction.op() instanceof HloOp.OverDimensions reduce
                        && reduce.opcode() == HloOpcode.REDUCE
                        && operand instanceof Shape.Array array
                ? of(reduce, array).filter(ReductionForm::isFasterThanLoop)
                : Optional.empty();
    }

    /** The same of what stands somewhere in a region. */
    static Optional<ReductionForm> of(Region region, Region.Place place) {
        return place.instruction().opcode() == HloOpcode.REDUCE
                ? of(place.instruction(), region.operandShape(place, 0))
                : Optional.empty();
    }

    /** How many elements one result of any reduction to an array is made of; 0 where nothing is reduced. */
    static long elementsPerResult(Region region, Region.Place place) {
        return place.instruction().opcode() == HloOpcode.REDUCE
                        && place.instruction().shape() instanceof Shape.Array array
                ? OperandReads.elements(region.operandShape(place, 0)) / Math.max(1, array.elements())
                : 0;
    }

    /** Neighbouring dimensions of a kind make one; what is left must be at most three, kept and reduced in turn. */
    private static Optional<ReductionForm> of(HloOp.OverDimensions reduce, Shape.Array operand) {
        var sizes = new ArrayList<Long>();
        var reduced = new ArrayList<Boolean>();
        for (int dimension : operand.layout().minorToMajor().reversed()) {
            long size = operand.dimension(dimension);
            boolean isReduced = reduce.dimensions().contains(dimension);
            if (size == 1) {
                continue;
            }
            if (!reduced.isEmpty() && reduced.getLast() == isReduced) {
                sizes.set(sizes.size() - 1, sizes.getLast() * size);
            } else {
                sizes.add(size);
                reduced.add(isReduced);
            }
        }
        return sizes.isEmpty() || sizes.size() > 3 || !reduced.contains(true)
                ? Optional.empty()
                : Optional.of(form(sizes, reduced.getLast()));
    }

    private static ReductionForm form(ArrayList<Long> sizes, boolean isRow) {
        while (sizes.size() < 3) {
            sizes.addFirst(1L);
        }
        return new ReductionForm(isRow, sizes.get(0), sizes.get(1), sizes.get(2));
    }

    private boolean isFasterThanLoop() {
        int warp = GpuDevice.WARP;
        if (isRow) {
            return minor >= warp || warp % minor == 0;
        }
        return !(middle < warp
                || (middle < 2L * warp && minor < warp)
                || (middle < 4L * warp && minor < NARROW)
                || (middle < 8L * warp && minor < VERY_NARROW));
    }

    /** How many elements one result is made of. */
    long reduced() {
        return isRow ? major * minor : middle;
    }
}
