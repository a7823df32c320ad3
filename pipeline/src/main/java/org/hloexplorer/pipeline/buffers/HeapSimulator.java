package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Packs blocks that are alive at different times into one piece of memory: the largest first, each into the smallest gap
 * it fits. XLA's {@code GlobalDecreasingSizeBestFit}, of whose two orders the better result is kept.
 */
final class HeapSimulator {

    /** A block to be placed. */
    record Block(int id, long size, LiveRanges.Range range) {}

    /** Where blocks lie, by id, and how much room they take in all. */
    record Result(Map<Integer, Long> offsets, long size, String order) {}

    private record Placed(long offset, Block block) {
        long end() {
            return offset + block.size();
        }
    }

    private final long alignment;

    HeapSimulator(long alignment) {
        this.alignment = alignment;
    }

    Result pack(List<Block> blocks) {
        var spatial = pack(
                blocks,
                Comparator.comparingLong((Block each) -> -each.size())
                        .thenComparingInt(each -> -length(each))
                        .thenComparingInt(Block::id),
                "the largest first");
        var temporal = pack(
                blocks,
                Comparator.comparingInt((Block each) -> -length(each))
                        .thenComparingLong(each -> -each.size())
                        .thenComparingInt(Block::id),
                "the longest alive first");
        return temporal.size() < spatial.size() ? temporal : spatial;
    }

    private static int length(Block block) {
        return block.range().end() - block.range().start();
    }

    private Result pack(List<Block> blocks, Comparator<Block> order, String words) {
        var placed = new ArrayList<Placed>();
        var offsets = new HashMap<Integer, Long>();
        long size = 0;
        for (var block : blocks.stream().sorted(order).toList()) {
            long offset = bestFit(block, placed);
            placed.add(new Placed(offset, block));
            offsets.put(block.id(), offset);
            size = Math.max(size, offset + block.size());
        }
        return new Result(offsets, size, words);
    }

    /** The smallest gap, among what is alive at the same time, that holds the block; the end where none does. */
    private long bestFit(Block block, List<Placed> placed) {
        var neighbours = placed.stream()
                .filter(each -> each.block().range().overlaps(block.range()))
                .sorted(Comparator.comparingLong(Placed::offset))
                .toList();
        long best = -1;
        long smallest = Long.MAX_VALUE;
        long free = 0;
        for (var neighbour : neighbours) {
            long gap = neighbour.offset() - free;
            if (gap >= block.size() && gap < smallest) {
                best = free;
                smallest = gap;
            }
            free = Math.max(free, aligned(neighbour.end()));
        }
        return best >= 0 ? best : free;
    }

    private long aligned(long offset) {
        return Math.ceilDiv(offset, alignment) * alignment;
    }
}
