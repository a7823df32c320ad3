package org.hloexplorer.hlo.diff;

import java.util.Map;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.ModuleDiff.Strictness;

/** Compares modules. */
public final class HloDiff {
    private HloDiff() {}

    /**
     * Compares two versions of one module: instructions are the same where their ids are. One that was replaced by a
     * single copy of itself elsewhere, as fusion does, counts as moved.
     */
    public static ModuleDiff between(HloModule before, HloModule after) {
        var olds = Located.all(before);
        var news = Located.all(after);
        var matching = new Matching();
        for (int id : olds.keySet()) {
            if (news.containsKey(id)) {
                matching.pair(id, id);
            }
        }
        for (var computation : before.computations()) {
            if (after.find(computation.id()).isPresent()) {
                matching.pair(computation.id(), computation.id());
            }
        }
        pairCopies(after, olds, news, matching);
        return new ModuleDiff(before, after, olds, news, matching, Strictness.ALL);
    }

    /**
     * Compares modules that have nothing to do with each other but that they look alike: of two compilers, two versions,
     * two dumps. Names, layouts of operands and metadata tell nothing apart; ids mean nothing.
     */
    public static ModuleDiff betweenForeign(HloModule before, HloModule after) {
        var matching = new StructuralMatcher(before, after).match();
        return new ModuleDiff(before, after, Located.all(before), Located.all(after), matching, Strictness.MEANING);
    }

    /** The first copy, in the module's order, of an instruction that is gone takes its place. */
    private static void pairCopies(
            HloModule after, Map<Integer, Located> olds, Map<Integer, Located> news, Matching matching) {
        for (var computation : after.computations()) {
            for (var instruction : computation.instructions()) {
                var origins = instruction.originIds();
                if (origins.size() != 1 || matching.hasAfter(instruction.id())) {
                    continue;
                }
                var origin = olds.get(origins.getFirst());
                if (origin != null
                        && !news.containsKey(origin.id())
                        && !matching.hasBefore(origin.id())
                        && origin.instruction().op().equals(instruction.op())
                        && origin.instruction().shape().isCompatible(instruction.shape())) {
                    matching.pair(origin.id(), instruction.id());
                }
            }
        }
    }
}
