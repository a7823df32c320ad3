package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.DOT;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Comparator;
import java.util.List;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Sums over dimensions in the order in which they lie in memory, where both operands agree on it. */
public final class DotDimensionSorter {
    private DotDimensionSorter() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");

    static final RewriteRule SORT_SUMMED = rule(
                    "sort-summed-dimensions",
                    "dot(x, y), lhs_contracting_dims={2,1} → dot(x, y), lhs_contracting_dims={1,2}",
                    op(DOT, X, Y),
                    DotDimensionSorter::sorted)
            .when(m -> !order(m).equals(Emitter.range(order(m).size())))
            .provided(
                    m -> isAscending(order(m).stream()
                            .map(dimensions(m).rhsContracting()::get)
                            .toList()),
                    "the right operand has them in another order")
            .changing(ROUNDING);

    public static final HloPass PASS =
            RulePass.of("dot_dimension_sorter", "sums over dimensions in the order of memory", SORT_SUMMED);

    private static DotDimensions dimensions(Match match) {
        return ((HloOp.Dot) match.root().op()).dimensions();
    }

    /** The numbers of the summed dimensions, by their place in the left operand. */
    private static List<Integer> order(Match match) {
        var summed = dimensions(match).lhsContracting();
        return Emitter.range(summed.size()).stream()
                .sorted(Comparator.comparing(summed::get))
                .toList();
    }

    private static boolean isAscending(List<Integer> list) {
        return list.equals(list.stream().sorted().toList());
    }

    private static HloInstruction sorted(Match match) {
        var old = dimensions(match);
        var order = order(match);
        var changed = new DotDimensions(
                order.stream().map(old.lhsContracting()::get).toList(),
                order.stream().map(old.rhsContracting()::get).toList(),
                old.lhsBatch(),
                old.rhsBatch());
        var precision = ((HloOp.Dot) match.root().op()).precision();
        return match.add(new HloOp.Dot(changed, precision), match.root().shape(), match.get(X), match.get(Y));
    }
}
