package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.transforms.layout.LayoutRules.Carried;

/**
 * How reductions like their operands: GPUs reduce along rows, by the threads of a warp; TPUs across rows, lane by lane.
 *
 * <p>The GPU's rule is XLA's, which copies an operand that lies otherwise. TPUs have none that is public: theirs follows
 * from how vector registers are made, and is heard only where nothing else decides.
 */
record ReduceWishes(LayoutTarget target) {
    private static final int WARP = 32;
    private static final int LANES = 128;

    /** The operand's layout, given that of the result; empty where the target does not care. */
    Optional<Carried> ofOperand(HloInstruction reduce, Shape.Array operand, Layout result) {
        return switch (target) {
            case CPU, TPU -> Optional.empty();
            case GPU -> alongRows(reduce, operand, result);
        };
    }

    /** What a buffer that nothing binds is laid out as for its reduction. */
    Optional<Carried> ofUnbound(HloInstruction reduce, Shape.Array operand) {
        return switch (target) {
            case CPU, GPU -> Optional.empty();
            case TPU -> acrossLanes(reduce, operand);
        };
    }

    private static Optional<Carried> alongRows(HloInstruction reduce, Shape.Array operand, Layout result) {
        var reduced = reduced(reduce);
        long size = reduced.stream().mapToLong(operand::dimension).reduce(1, Math::multiplyExact);
        if (size <= 0 || (size < WARP && WARP % size != 0)) {
            return Optional.empty();
        }
        var order = new ArrayList<>(reduced.reversed());
        order.addAll(inOperand(kept(reduce, operand), result));
        return Optional.of(new Carried(
                Layout.of(order),
                "the %d elements that %s makes one lie side by side, for a warp of %d threads"
                        .formatted(size, reduce, WARP)));
    }

    private static Optional<Carried> acrossLanes(HloInstruction reduce, Shape.Array operand) {
        var kept = kept(reduce, operand);
        if (kept.isEmpty() || operand.dimension(kept.getLast()) < LANES) {
            return Optional.empty();
        }
        var order = new ArrayList<>(kept.reversed());
        order.addAll(reduced(reduce).reversed());
        return Optional.of(new Carried(
                Layout.of(order),
                "the %d elements that %s keeps lie along the %d lanes of vector registers, which are then added whole"
                        .formatted(operand.dimension(kept.getLast()), reduce, LANES)));
    }

    private static List<Integer> reduced(HloInstruction reduce) {
        return ((HloOp.OverDimensions) reduce.op())
                .dimensions().stream().sorted().toList();
    }

    private static List<Integer> kept(HloInstruction reduce, Shape.Array operand) {
        var reduced = reduced(reduce);
        return IntStream.range(0, operand.rank())
                .filter(dimension -> !reduced.contains(dimension))
                .boxed()
                .toList();
    }

    /** The result's order in the operand's dimensions. */
    private static List<Integer> inOperand(List<Integer> kept, Layout result) {
        return result.minorToMajor().stream().map(kept::get).toList();
    }
}
