package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.OptionalLong;
import org.hloexplorer.pipeline.kernel.LoopKind.Axis;

/**
 * How a kernel is launched on a device with work-groups.
 *
 * @param scratchBytes memory for all items together
 */
public record LaunchShape(long groups, long groupSize, long scratchBytes) {
    /** Scratch memory of a launch: where items need more of it, there are fewer items, which do several parts each. */
    private static final long MOST_SCRATCH = 256L << 20;

    private static final long LEAST_ITEMS = 32;

    public static LaunchShape of(Kernel kernel, WorkGroups groups) {
        for (var statement : kernel.body()) {
            if (statement instanceof Statement.For loop && loop.kind().axis() == Axis.GROUPS) {
                long size = items(loop.body()).orElseThrow();
                long number = loop.variable().extent();
                return new LaunchShape(number, size, number * size * kernel.scratchBytes());
            }
        }
        return ofParts(kernel, groups);
    }

    private static OptionalLong items(List<Statement> body) {
        return body.stream()
                .filter(Statement.For.class::isInstance)
                .map(Statement.For.class::cast)
                .filter(loop -> loop.kind().axis() == Axis.ITEMS)
                .mapToLong(loop -> loop.variable().extent())
                .max();
    }

    private static LaunchShape ofParts(Kernel kernel, WorkGroups groups) {
        long extent = kernel.body().stream()
                .filter(Statement.For.class::isInstance)
                .map(Statement.For.class::cast)
                .filter(loop -> loop.kind().isPartitioned())
                .mapToLong(loop -> loop.variable().extent())
                .max()
                .orElse(1);
        long scratch = kernel.scratchBytes();
        long items = scratch == 0 ? extent : Math.clamp(MOST_SCRATCH / scratch, 1, extent);
        long size = Math.min(groups.size(), Math.max(items == 1 ? 1 : LEAST_ITEMS, Long.highestOneBit(items)));
        long number = Math.ceilDiv(items, size);
        return new LaunchShape(number, size, number * size * scratch);
    }
}
