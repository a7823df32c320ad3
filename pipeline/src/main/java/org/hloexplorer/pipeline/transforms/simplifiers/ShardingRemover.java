package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.CUSTOM_CALL;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Set;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Takes out what only says how an array is cut into parts, where there is one part. */
public final class ShardingRemover {
    private ShardingRemover() {}

    private static final Set<String> TARGETS = Set.of("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape");
    private static final Capture X = new Capture("x");

    static final RewriteRule REMOVE_SHARDING = rule(
                    "remove-sharding",
                    "custom-call(x), custom_call_target=\"Sharding\" → x",
                    op(CUSTOM_CALL, X),
                    m -> m.get(X))
            .when(m -> m.root().op() instanceof HloOp.CustomCall call && TARGETS.contains(call.target()))
            .provided(
                    m -> m.editor().module().module().attributes().numPartitions() == 1,
                    "the program runs in several partitions, which the partitioner has to cut first")
            .provided(
                    m -> m.get(X).shape().isCompatible(m.root().shape()),
                    "it changes the shape, so that there must be several parts");

    public static final HloPass PASS = RulePass.of(
            "sharding-remover", "takes out what only says how arrays are cut, where they are not", REMOVE_SHARDING);
}
