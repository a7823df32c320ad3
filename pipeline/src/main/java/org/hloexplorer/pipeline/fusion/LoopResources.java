package org.hloexplorer.pipeline.fusion;

import java.util.ArrayDeque;
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
public record LoopResources(int registers, long bytesPerElement) {

    public static LoopResources of(Region region) {
        var order = order(region);
        return new LoopResources(mostLive(region, order), bytesPerElement(region, order));
    }

    /** The order in which the loop computes: each value just before it is first needed. */
    private static List<Region.Place> order(Region region) {
        var order = new ArrayList<Region.Place>();
        var entered = new HashSet<Integer>();
        var left = new HashSet<Integer>();
        var open = new ArrayDeque<Region.Place>(List.of(region.root()));
        while (!open.isEmpty()) {
            var place = open.peek();
            if (entered.add(place.instruction().id())) {
                region.operands(place).reversed().stream()
                        .filter(each -> !entered.contains(each.instruction().id()))
                        .forEach(open::push);
            } else {
                open.pop();
                if (left.add(place.instruction().id())) {
                    order.add(place);
                }
            }
        }
        return order;
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
