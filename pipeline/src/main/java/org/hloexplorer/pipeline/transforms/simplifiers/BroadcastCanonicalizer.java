package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Lets broadcasts keep the order of dimensions, and transposes change it. */
public final class BroadcastCanonicalizer {
    private BroadcastCanonicalizer() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule SORT_BROADCAST = rule(
                    "sort-broadcast",
                    "broadcast(x) with dimensions out of order → transpose(broadcast(x))",
                    broadcast(X),
                    BroadcastCanonicalizer::sorted)
            .when(m -> !dimensions(m).equals(dimensions(m).stream().sorted().toList()));

    public static final HloPass PASS =
            RulePass.of("broadcast_canonicalizer", "lets broadcasts keep the order of dimensions", SORT_BROADCAST);

    private static List<Integer> dimensions(Match match) {
        return ((HloOp.WithDimensions) match.root().op()).dimensions();
    }

    private static HloInstruction sorted(Match match) {
        var dimensions = dimensions(match);
        var places = dimensions.stream().sorted().toList();
        var permutation = new ArrayList<Integer>();
        for (int i = 0; i < match.shape().rank(); i++) {
            int operand = dimensions.indexOf(i);
            permutation.add(operand < 0 ? i : places.get(operand));
        }
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < permutation.size(); i++) {
            sizes.add(match.shape().dimension(permutation.indexOf(i)));
        }
        var wide = match.broadcast(match.get(X), Shape.array(match.type(), sizes), places);
        return match.transpose(wide, match.shape(), permutation);
    }
}
