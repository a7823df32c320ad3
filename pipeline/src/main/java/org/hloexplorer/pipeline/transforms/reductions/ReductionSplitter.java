package org.hloexplorer.pipeline.transforms.reductions;

import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.operand;
import static org.hloexplorer.pipeline.transforms.reductions.Reductions.reduced;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;
import org.hloexplorer.pipeline.transforms.layout.PhysicalShapes;

/** Reduces dimensions that do not lie next to each other one after the other, the largest first. */
public final class ReductionSplitter {
    private ReductionSplitter() {}

    static final Option<Long> SIZE = Option.count(
            "reduction-splitter.size", 8, "size of a dimension up to which it is not worth a reduction of its own");

    static final RewriteRule SPLIT_REDUCTION = rule(
                    "split-reduction",
                    "reduce(x), dimensions={0,2} → reduce(reduce(x, dimensions={0}), dimensions={1})",
                    Reductions.SINGLE,
                    ReductionSplitter::split)
            .when(m -> reduced(m).size() > 1 && !areNeighbours(m))
            .provided(ReductionSplitter::isWorthIt)
            .changing(ROUNDING);

    public static final HloPass PASS = new RulePass(
            "reduction-splitter",
            "reduces dimensions that do not lie next to each other one after the other",
            List.of(SIZE),
            List.of(SPLIT_REDUCTION));

    /** Dimensions of size 1 keep nothing apart. */
    private static boolean areNeighbours(Match match) {
        var shape = operand(match);
        var order = PhysicalShapes.majorToMinor(shape).stream()
                .filter(i -> shape.dimension(i) != 1)
                .toList();
        var places = reduced(match).stream()
                .map(order::indexOf)
                .filter(place -> place >= 0)
                .sorted()
                .toList();
        return places.isEmpty() || places.getLast() - places.getFirst() == places.size() - 1;
    }

    private static int largest(Match match) {
        return reduced(match).stream()
                .max(Comparator.comparingLong(operand(match)::dimension))
                .orElseThrow();
    }

    private static Optional<Refusal> isWorthIt(Match match) {
        long limit = match.editor().context().option(SIZE);
        long size = operand(match).dimension(largest(match));
        return size > limit
                ? Optional.empty()
                : Optional.of(because(
                        "its largest dimension has %d elements, no more than %d".formatted(size, limit),
                        Quantity.count("elements", size, limit)));
    }

    private static HloInstruction split(Match match) {
        int first = largest(match);
        var between = PhysicalShapes.without(operand(match), List.of(first));
        var partial = Reductions.reduce(match, match.get(Reductions.X), List.of(first), between);
        var rest = reduced(match).stream()
                .filter(i -> i != first)
                .map(i -> i < first ? i : i - 1)
                .toList();
        return Reductions.reduce(match, partial, rest, match.root().shape());
    }
}
