package org.hloexplorer.pipeline.transforms.algebra;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** All rules of the algebraic simplifier; at an instruction they are tried in this order. */
public final class AlgebraicRules {
    private AlgebraicRules() {}

    public static final List<RewriteRule> ALL = Stream.of(
                    SinkRules.ALL,
                    ArithmeticRules.ALL,
                    ProductRules.ALL,
                    PowerRules.ALL,
                    LogicRules.ALL,
                    CompareRules.ALL,
                    SelectRules.ALL,
                    RangeRules.ALL,
                    ConversionRules.ALL,
                    BroadcastRules.ALL,
                    ReshapeRules.ALL,
                    TransposeRules.ALL,
                    ReverseRules.ALL,
                    PadRules.ALL,
                    SliceRules.ALL,
                    ConcatenateRules.ALL,
                    DynamicRules.ALL,
                    GatherRules.ALL,
                    DotRules.ALL,
                    ConvolutionRules.ALL,
                    ReduceRules.ALL,
                    WindowRules.ALL,
                    ControlRules.ALL)
            .flatMap(List::stream)
            .toList();

    public static final HloPass PASS =
            new RulePass("algsimp", "simplifies by algebraic identities", AlgebraicOptions.ALL, ALL);
}
