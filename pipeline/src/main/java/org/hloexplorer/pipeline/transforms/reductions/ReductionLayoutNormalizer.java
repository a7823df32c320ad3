package org.hloexplorer.pipeline.transforms.reductions;

import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.operand;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.reduced;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;
import org.hloexplorer.pipeline.transforms.layout.PhysicalShapes;

/** Lets reductions see their operand in the order of memory. */
public final class ReductionLayoutNormalizer {
    private ReductionLayoutNormalizer() {}

    static final RewriteRule REDUCE_IN_MEMORY_ORDER = rule(
                    "reduce-in-memory-order",
                    "reduce(x), x not row-major → bitcast(reduce(bitcast(x)))",
                    Reductions.SINGLE,
                    ReductionLayoutNormalizer::normalized)
            .when(m -> !operand(m).layout().isDescending()
                    && operand(m).layout().tiles().isEmpty())
            .provided(
                    m -> natural(m)
                            .layout()
                            .minorToMajor()
                            .equals(m.shape().layout().minorToMajor()),
                    "its result is not in the order of its operand; reduce-decomposer sees to that");

    public static final HloPass PASS = RulePass.of(
            "reduction-layout-normalizer",
            "lets reductions see operands in the order of memory",
            REDUCE_IN_MEMORY_ORDER);

    /** The result's shape if what remains keeps its order. */
    private static Shape.Array natural(Match match) {
        return PhysicalShapes.without(operand(match), reduced(match));
    }

    private static HloInstruction normalized(Match match) {
        var shape = operand(match);
        var dimensions = reduced(match).stream()
                .map(i -> PhysicalShapes.place(shape, i))
                .sorted()
                .toList();
        var x = Reductions.bitcast(match, match.get(Reductions.X), PhysicalShapes.normalized(shape));
        var result = PhysicalShapes.normalized(match.shape());
        return Reductions.bitcast(
                match,
                Reductions.reduce(match, x, dimensions, result),
                match.root().shape());
    }
}
