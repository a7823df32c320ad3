package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;

/**
 * What one iteration of the loop that a kernel is holds at once.
 *
 * @param registers values that are live at the same time, at most: operands from their first use on, results until
 *     their last
 * @param bytesPerElement of all arrays it reads and writes
 */
record LoopResources(int registers, long bytesPerElement) {

    static LoopResources of(Region region) {
        var order = new ArrayList<Region.Place>();
        visit(region, region.root(), new HashSet<>(), order);
        return new LoopResources(mostLive(region, order), bytesPerElement(region, order));
    }

    private static void visit(Region region, Region.Place place, Set<Integer> seen, List<Region.Place> order) {
        if (seen.add(place.instruction().id())) {
            region.operands(place).forEach(each -> visit(region, each, seen, order));
            order.add(place);
        }
    }

    private static int mostLive(Region region, List<Region.Place> order) {
        var lastUses = lastUses(region, order);
        var live = new HashSet<Integer>();
        int most = 0;
        for (int step = 0; step < order.size(); step++) {
            var place = order.get(step);
            live.addAll(values(region, place));
            live.add(place.instruction().id());
            most = Math.max(most, live.size());
            int now = step;
            live.removeIf(id -> lastUses.getOrDefault(id, Integer.MAX_VALUE) <= now);
        }
        return most;
    }

    private static Map<Integer, Integer> lastUses(Region region, List<Region.Place> order) {
        var lastUses = new HashMap<Integer, Integer>();
        for (int step = 0; step < order.size(); step++) {
            for (int id : values(region, order.get(step))) {
                lastUses.put(id, step);
            }
        }
        return lastUses;
    }

    /** What an instruction reads, computed in the region or loaded from outside. */
    private static Set<Integer> values(Region region, Region.Place place) {
        var ids = new HashSet<Integer>();
        region.operands(place).forEach(each -> ids.add(each.instruction().id()));
        for (int i = 0; i < place.instruction().operandCount(); i++) {
            region.input(place, i).map(HloInstruction::id).ifPresent(ids::add);
        }
        return ids;
    }

    private static long bytesPerElement(Region region, List<Region.Place> order) {
        var inputs = new HashMap<Integer, Long>();
        for (var place : order) {
            for (int i = 0; i < place.instruction().operandCount(); i++) {
                region.input(place, i).ifPresent(each -> inputs.put(each.id(), elementBytes(each.shape())));
            }
        }
        return inputs.values().stream().mapToLong(Long::longValue).sum()
                + elementBytes(region.root().instruction().shape());
    }

    private static long elementBytes(Shape shape) {
        return shape instanceof Shape.Array array ? array.elementType().bytes() : 0;
    }
}
