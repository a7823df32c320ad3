package org.hloexplorer.pipeline.transforms.algebra;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** All rules of the algebraic simplifier; at an instruction they are tried in this order. */
public final class AlgebraicRules {
    private AlgebraicRules() {}

    public static final List<RewriteRule> ALL = Stream.of(
                    ArithmeticRules.ALL, ProductRules.ALL, RangeRules.ALL, BroadcastRules.ALL, ReshapeRules.ALL)
            .flatMap(List::stream)
            .toList();
}
