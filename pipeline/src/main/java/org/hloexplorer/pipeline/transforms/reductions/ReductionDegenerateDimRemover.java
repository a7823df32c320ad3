package org.hloexplorer.pipeline.transforms.reductions;

import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.operand;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.reduced;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;
import org.hloexplorer.pipeline.transforms.layout.PhysicalShapes;

/** Takes dimensions of size 1 out of reductions. */
public final class ReductionDegenerateDimRemover {
    private ReductionDegenerateDimRemover() {}

    static final RewriteRule DROP_ONES = rule(
                    "reduce-without-ones",
                    "reduce(x) with dimensions of size 1 → bitcast(reduce(bitcast(x)))",
                    Reductions.SINGLE,
                    ReductionDegenerateDimRemover::withoutOnes)
            .when(m -> operand(m).dimensions().contains(1L))
            .provided(
                    m -> reduced(m).stream().anyMatch(i -> operand(m).dimension(i) != 1),
                    "it reduces nothing but dimensions of size 1, which is no reduction at all");

    public static final HloPass PASS =
            RulePass.of("reduction-degenerate-dim-remover", "takes dimensions of size 1 out of reductions", DROP_ONES);

    private static HloInstruction withoutOnes(Match match) {
        var shape = operand(match);
        var ones = ones(shape.dimensions());
        var kept = Emitter.range(shape.rank()).stream()
                .filter(i -> !ones.contains(i))
                .toList();
        var dimensions = reduced(match).stream()
                .filter(kept::contains)
                .map(kept::indexOf)
                .toList();
        var narrow = Reductions.bitcast(match, match.get(Reductions.X), PhysicalShapes.without(shape, ones));
        var result = PhysicalShapes.without(match.shape(), ones(match.shape().dimensions()));
        return Reductions.bitcast(
                match,
                Reductions.reduce(match, narrow, dimensions, result),
                match.root().shape());
    }

    private static List<Integer> ones(List<Long> sizes) {
        return Emitter.range(sizes.size()).stream()
                .filter(i -> sizes.get(i) == 1)
                .toList();
    }
}
