package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.ALL_REDUCE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Removes all-reduces among one participant. */
public final class AllReduceSimplifier {
    private AllReduceSimplifier() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule REDUCE_ALONE = rule(
                    "reduce-alone",
                    "all-reduce(x) → x, where every group has one member",
                    op(ALL_REDUCE, X),
                    m -> m.get(X))
            .when(m -> m.root().operandCount() == 1)
            .provided(AllReduceSimplifier::isAlone, "some group has several members");

    public static final HloPass PASS =
            RulePass.of("all-reduce-simplifier", "removes all-reduces among one participant", REDUCE_ALONE);

    private static boolean isAlone(Match match) {
        var attributes = match.editor().module().module().attributes();
        if (attributes.replicaCount() == 1 && attributes.numPartitions() == 1) {
            return true;
        }
        var groups = ((HloOp.Collective) match.root().op()).replicaGroups().resolve();
        return !groups.isEmpty() && groups.stream().allMatch(group -> group.size() == 1);
    }
}
