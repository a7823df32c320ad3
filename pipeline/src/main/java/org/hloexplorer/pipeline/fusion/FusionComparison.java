package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.jspecify.annotations.Nullable;

/**
 * The fusions of two versions of a program side by side: of two runs, two settings, or two compilers.
 *
 * @param same how many compute the very same on both sides
 * @param lost what is fused on the left only
 * @param gained what is fused on the right only
 */
public record FusionComparison(
        int same, List<CanonicalFusion> lost, List<CanonicalFusion> gained, List<Change> grown, List<Change> shrunk) {

    /** A fusion that shares instructions with another one, and has more or fewer of them. */
    public record Change(CanonicalFusion before, CanonicalFusion after) {

        /** Such as {@code %add_fusion, 3 instructions → %multiply_fusion, 5 instructions}. */
        public String toText() {
            return "%%%s, %d instructions → %%%s, %d instructions"
                    .formatted(
                            before.name(),
                            before.members().size(),
                            after.name(),
                            after.members().size());
        }
    }

    public FusionComparison {
        lost = List.copyOf(lost);
        gained = List.copyOf(gained);
        grown = List.copyOf(grown);
        shrunk = List.copyOf(shrunk);
    }

    /** Compares by what fusions compute; what is left, by the names of the instructions in them. */
    public static FusionComparison of(HloModule left, HloModule right) {
        var before = new ArrayList<>(CanonicalFusion.allOf(left));
        var after = new ArrayList<>(CanonicalFusion.allOf(right));
        int same = removeEqual(before, after);
        var grown = new ArrayList<Change>();
        var shrunk = new ArrayList<Change>();
        var byMember = byMember(after);
        var taken = new HashSet<CanonicalFusion>();
        for (var fusion : List.copyOf(before)) {
            var successor = mostInCommon(fusion, byMember, taken);
            if (successor != null) {
                taken.add(successor);
                before.remove(fusion);
                after.remove(successor);
                var change = new Change(fusion, successor);
                (successor.members().size() >= fusion.members().size() ? grown : shrunk).add(change);
            }
        }
        return new FusionComparison(same, before, after, grown, shrunk);
    }

    private static int removeEqual(List<CanonicalFusion> before, List<CanonicalFusion> after) {
        var bodies = new HashMap<String, List<CanonicalFusion>>();
        after.forEach(each ->
                bodies.computeIfAbsent(each.body(), _ -> new ArrayList<>()).add(each));
        int same = 0;
        for (var fusion : List.copyOf(before)) {
            var equal = bodies.getOrDefault(fusion.body(), List.of());
            if (!equal.isEmpty()) {
                after.remove(equal.removeLast());
                before.remove(fusion);
                same++;
            }
        }
        return same;
    }

    private static Map<String, List<CanonicalFusion>> byMember(List<CanonicalFusion> fusions) {
        var byMember = new HashMap<String, List<CanonicalFusion>>();
        for (var fusion : fusions) {
            fusion.members()
                    .forEach(name -> byMember.computeIfAbsent(name, _ -> new ArrayList<>())
                            .add(fusion));
        }
        return byMember;
    }

    private static @Nullable CanonicalFusion mostInCommon(
            CanonicalFusion fusion, Map<String, List<CanonicalFusion>> byMember, Set<CanonicalFusion> taken) {
        var common = new HashMap<CanonicalFusion, Integer>();
        for (var name : fusion.members()) {
            byMember.getOrDefault(name, List.of()).stream()
                    .filter(each -> !taken.contains(each))
                    .forEach(each -> common.merge(each, 1, Integer::sum));
        }
        return common.entrySet().stream()
                .max(Map.Entry.<CanonicalFusion, Integer>comparingByValue()
                        .thenComparing(each -> each.getKey().name()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    public boolean areEqual() {
        return lost.isEmpty() && gained.isEmpty() && grown.isEmpty() && shrunk.isEmpty();
    }
}
