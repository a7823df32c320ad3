package org.hloexplorer.pipeline.fusion.gpu;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.Region;

/**
 * What decides about a kernel again and again, found by one look at its instructions.
 *
 * @param emitter the kind of code it gets
 * @param loopShape what its threads are spread over: what a reduction reads, or what anything else yields first
 * @param sharedBytes of shared memory, by XLA's estimate before any code is there: a tile per reduction and transpose
 * @param reductions those that are kernels of their own kind
 * @param largestReduction elements that one result is made of, at most; 0 where nothing is reduced
 * @param writesInPlace whether it changes part of an array that it is given
 */
record KernelFacts(
        Emitter emitter,
        Shape loopShape,
        long sharedBytes,
        long reductions,
        long largestReduction,
        boolean writesInPlace) {
    private static final int WARP = GpuDevice.WARP;
    private static final int TILE = 32;

    /** A column is reduced in tiles of 32 by this many elements, with one in between against bank conflicts. */
    private static final int COLUMN_TILE = 4 * WARP + 1;

    static KernelFacts of(Region kernel, GpuDevice device) {
        var reduced = kernel.places()
                .filter(place -> ReductionForm.of(kernel, place).isPresent())
                .toList();
        return new KernelFacts(
                Emitter.of(kernel, device),
                loopShape(kernel, reduced),
                kernel.places().mapToLong(place -> sharedBytes(kernel, place)).sum(),
                reduced.size(),
                kernel.places()
                        .mapToLong(place -> ReductionForm.elementsPerResult(kernel, place))
                        .max()
                        .orElse(0),
                kernel.places().anyMatch(place -> writesInPlace(place.instruction())));
    }

    private static boolean writesInPlace(HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE || instruction.opcode() == HloOpcode.SCATTER;
    }

    private static Shape loopShape(Region kernel, List<Region.Place> reduced) {
        return reduced.isEmpty()
                ? firstResult(kernel.root().instruction().shape())
                : kernel.operandShape(reduced.getFirst(), 0);
    }

    private static Shape firstResult(Shape shape) {
        return shape instanceof Shape.Tuple(var members) && !members.isEmpty()
                ? firstResult(members.getFirst())
                : shape;
    }

    private static long sharedBytes(Region kernel, Region.Place place) {
        long element = elementBytes(place.instruction().shape());
        if (Emitter.isTiledTranspose(place.instruction())) {
            return (long) TILE * (TILE + 1) * element;
        }
        return ReductionForm.of(kernel, place)
                .map(form -> form.isRow() ? WARP * element : (long) WARP * COLUMN_TILE * element)
                .orElse(0L);
    }

    private static long elementBytes(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elementType().bytes();
            case Shape.Tuple(var members) ->
                members.stream().mapToLong(KernelFacts::elementBytes).sum();
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> 0;
        };
    }
}
