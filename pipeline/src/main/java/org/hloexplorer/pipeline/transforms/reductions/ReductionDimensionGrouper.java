package org.hloexplorer.pipeline.transforms.reductions;

import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.operand;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.reduced;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Makes one dimension of neighbours that are all reduced, or all kept. */
public final class ReductionDimensionGrouper {
    private ReductionDimensionGrouper() {}

    static final RewriteRule GROUP_DIMENSIONS = rule(
                    "group-dimensions",
                    "reduce(f32[a,b,c,d] x), dimensions={2,3} → bitcast(reduce(f32[a*b,c*d] bitcast(x)))",
                    Reductions.SINGLE,
                    ReductionDimensionGrouper::grouped)
            .when(m -> groups(m).size() < operand(m).rank())
            .provided(
                    m -> operand(m).layout().isDescending()
                            && m.shape().layout().isDescending(),
                    "it is not row-major; reduction-layout-normalizer sees to that");

    public static final HloPass PASS = RulePass.of(
            "reduction-dimension-grouper",
            "makes one dimension of neighbours that are all reduced, or all kept",
            GROUP_DIMENSIONS);

    /** Neighbouring dimensions of one fate. */
    private record Group(boolean isReduced, long size) {}

    private static List<Group> groups(Match match) {
        var groups = new ArrayList<Group>();
        for (int i = 0; i < operand(match).rank(); i++) {
            boolean isReduced = reduced(match).contains(i);
            long size = operand(match).dimension(i);
            if (!groups.isEmpty() && groups.getLast().isReduced() == isReduced) {
                groups.set(
                        groups.size() - 1, new Group(isReduced, groups.getLast().size() * size));
            } else {
                groups.add(new Group(isReduced, size));
            }
        }
        return groups;
    }

    private static HloInstruction grouped(Match match) {
        var groups = groups(match);
        var sizes = groups.stream().map(Group::size).toList();
        var kept = groups.stream()
                .filter(group -> !group.isReduced())
                .map(Group::size)
                .toList();
        var dimensions = new ArrayList<Integer>();
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).isReduced()) {
                dimensions.add(i);
            }
        }
        var x = Reductions.bitcast(
                match, match.get(Reductions.X), Shape.array(operand(match).elementType(), sizes));
        var result = Reductions.reduce(match, x, dimensions, Shape.array(match.type(), kept));
        return Reductions.bitcast(match, result, match.root().shape());
    }
}
