package org.hloexplorer.pipeline.fusion.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.Region;

/**
 * The kind of code a kernel gets, decided by its hero: the one instruction that is more than a loop over the result.
 *
 * @param blocks how many blocks the kernel is launched with, estimated as XLA's emitters choose it
 */
record Emitter(Kind kind, long blocks, long threadsPerBlock) {
    private static final int LOOP_THREADS = 128;
    private static final int MAX_UNROLL = 4;
    private static final int TILE = 32;
    private static final int REDUCTION_THREADS = 256;
    private static final int MAX_THREADS_PER_ROW = 1024;
    private static final int ELEMENTS_PER_THREAD = 16;
    private static final int MIN_TRANSPOSED = 16;

    enum Kind {
        LOOP,
        REDUCTION,
        TRANSPOSE,
        SCATTER;

        FusionKind fusionKind() {
            return this == LOOP ? FusionKind.LOOP : FusionKind.INPUT;
        }
    }

    static Emitter of(Region region, GpuDevice device) {
        var heroes = heroes(region);
        if (heroes.size() != 1) {
            return loop(region, device);
        }
        var hero = heroes.getFirst();
        return hero.instruction().opcode() == HloOpcode.SCATTER
                ? scatter(hero.instruction(), device)
                : ReductionForm.of(region, hero).map(Emitter::reduction).orElseGet(() -> transpose(hero.instruction()));
    }

    private static Emitter scatter(HloInstruction hero, GpuDevice device) {
        return new Emitter(Kind.SCATTER, blocksOfLoop(OperandReads.elements(hero.shape()), device), LOOP_THREADS);
    }

    private static Emitter loop(Region region, GpuDevice device) {
        var root = region.root().instruction();
        long elements = root.shape() instanceof Shape.Tuple(var members)
                ? OperandReads.elements(members.getFirst())
                : OperandReads.elements(root.shape());
        return new Emitter(Kind.LOOP, blocksOfLoop(elements, device), LOOP_THREADS);
    }

    /** Threads take several elements each once there are enough of them to fill all cores. */
    private static long blocksOfLoop(long elements, GpuDevice device) {
        boolean fillsDevice = elements >= (long) GpuDevice.THREADS_PER_CORE * device.cores();
        long unroll = fillsDevice && elements % MAX_UNROLL == 0 ? MAX_UNROLL : 1;
        return Math.max(1, Math.ceilDiv(elements, unroll * LOOP_THREADS));
    }

    private static Emitter reduction(ReductionForm form) {
        if (!form.isRow()) {
            return new Emitter(Kind.REDUCTION, form.major() * Math.ceilDiv(form.minor(), TILE), TILE * TILE);
        }
        long perRow = Math.min(
                MAX_THREADS_PER_ROW,
                (long) GpuDevice.WARP * Math.ceilDiv(form.minor(), (long) ELEMENTS_PER_THREAD * GpuDevice.WARP));
        long threads = Math.max(perRow, REDUCTION_THREADS);
        return new Emitter(Kind.REDUCTION, Math.max(1, Math.ceilDiv(form.middle() * perRow, threads)), threads);
    }

    private static Emitter transpose(HloInstruction hero) {
        return new Emitter(
                Kind.TRANSPOSE,
                Math.max(1, Math.ceilDiv(OperandReads.elements(hero.shape()), (long) TILE * TILE)),
                LOOP_THREADS);
    }

    /** Reductions, tiled transposes and scatters on the ways up from the result that cross nothing but loops. */
    private static List<Region.Place> heroes(Region region) {
        var heroes = new ArrayList<Region.Place>();
        var seen = new HashSet<Integer>();
        var open = new ArrayDeque<Region.Place>();
        open.add(region.root());
        while (!open.isEmpty()) {
            var place = open.poll();
            if (!seen.add(place.instruction().id())) {
                continue;
            }
            if (isHero(region, place)) {
                heroes.add(place);
            } else if (isCrossed(region, place)) {
                open.addAll(region.operands(place));
            }
        }
        return heroes;
    }

    private static boolean isCrossed(Region region, Region.Place place) {
        return switch (place.instruction().opcode()) {
            case BITCAST, TUPLE, RESHAPE -> true;
            default -> region.isElementwise(place);
        };
    }

    private static boolean isHero(Region region, Region.Place place) {
        return place.instruction().opcode() == HloOpcode.SCATTER
                || isTiledTranspose(place.instruction())
                || ReductionForm.of(region, place).isPresent();
    }

    /** A transpose that moves the innermost dimension, of two sizes worth a tile in shared memory. */
    static boolean isTiledTranspose(HloInstruction instruction) {
        if (!(instruction.op() instanceof HloOp.WithDimensions(var opcode, var permutation))
                || opcode != HloOpcode.TRANSPOSE
                || permutation.isEmpty()) {
            return false;
        }
        var shape = instruction.shape().asArray();
        int innermost = shape.rank() - 1;
        return permutation.getLast() != innermost
                && shape.dimension(innermost) >= MIN_TRANSPOSED
                && shape.dimension(permutation.indexOf(innermost)) >= MIN_TRANSPOSED;
    }
}
