package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.GATHER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.CountedLoop;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Gathers slice by slice: a single slice at once, more in a loop. */
public final class GatherExpander {
    private GatherExpander() {}

    /** XLA's modes {@code kEliminateSimpleGathers} and {@code kEliminateAllGathers}. */
    public static final Option<Boolean> ALL =
            Option.flag("gather_expander.all", false, "expands gathers of several slices too, into loops");

    private static final Capture X = new Capture("x");
    private static final Capture INDICES = new Capture("indices");

    static final RewriteRule EXPAND_GATHER = rule(
                    "expand-gather",
                    "gather(x, indices) → for each index: dynamic-slice(x, index)",
                    op(GATHER, X, INDICES),
                    GatherExpander::expanded)
            .provided(
                    m -> gather(m).dimensions().operandBatchingDims().isEmpty(),
                    "it has batch dimensions, which batched_gather_scatter_normalizer removes")
            .provided(GatherExpander::isWanted);

    public static final HloPass PASS =
            new RulePass("gather_expander", "gathers slice by slice", List.of(ALL), List.of(EXPAND_GATHER));

    private static HloOp.Gather gather(Match match) {
        return (HloOp.Gather) match.root().op();
    }

    private static long count(Match match) {
        var shape = match.shape();
        return IndexLists.others(shape.rank(), gather(match).dimensions().offsetDims()).stream()
                .mapToLong(shape::dimension)
                .reduce(1, (a, b) -> a * b);
    }

    private static Optional<Refusal> isWanted(Match match) {
        long slices = count(match);
        if (takesAll(match)) {
            return Optional.empty();
        }
        return slices == 1 || (slices > 0 && match.editor().context().option(ALL))
                ? Optional.empty()
                : Optional.of(because(
                        "it takes %d slices, and only single ones are expanded (gather_expander.all)".formatted(slices),
                        Quantity.count("slices", slices, 1)));
    }

    /** Whether every slice is the whole operand, wherever it is said to begin. */
    private static boolean takesAll(Match match) {
        return gather(match).sliceSizes().equals(match.get(X).shape().asArray().dimensions());
    }

    private static HloInstruction repeated(Emitter emitter, Match match) {
        var dimensions = gather(match).dimensions();
        var shape = match.get(X).shape().asArray();
        var kept = IndexLists.others(shape.rank(), dimensions.collapsedSliceDims()).stream()
                .map(shape::dimension)
                .toList();
        return emitter.broadcast(
                emitter.reshape(match.get(X), kept),
                match.shape().dimensions(),
                dimensions.offsetDims().toArray(Integer[]::new));
    }

    private static HloInstruction expanded(Match match) {
        var emitter = Emitter.at(match);
        if (takesAll(match)) {
            return repeated(emitter, match);
        }
        var list = IndexLists.list(
                emitter, match.get(INDICES), gather(match).dimensions().indexVectorDim());
        long slices = count(match);
        var gathered = slices == 1
                ? slice(emitter, gather(match), match.get(X), list, emitter.index(0))
                : loop(emitter, match, list, slices);
        return restored(emitter, gathered, match);
    }

    private static HloInstruction slice(
            Emitter emitter, HloOp.Gather gather, HloInstruction operand, HloInstruction list, HloInstruction n) {
        int rank = gather.sliceSizes().size();
        var starts = IndexLists.starts(emitter, list, n, gather.dimensions().startIndexMap(), rank);
        return emitter.dynamicSlice(operand, starts, gather.sliceSizes());
    }

    private static HloInstruction loop(Emitter emitter, Match match, HloInstruction list, long slices) {
        var gather = gather(match);
        var whole =
                Stream.concat(Stream.of(slices), gather.sliceSizes().stream()).toList();
        var one = Stream.concat(Stream.of(1L), gather.sliceSizes().stream()).toList();
        var empty = emitter.broadcast(emitter.scalar(match.type(), 0), whole);
        var state = List.of(empty, match.get(X), list);
        return CountedLoop.run(emitter, slices, state, (inside, n, before) -> {
                    var slice = inside.reshape(slice(inside, gather, before.get(1), before.get(2), n), one);
                    var at = new ArrayList<>(Collections.nCopies(one.size(), inside.index(0)));
                    at.set(0, n);
                    return List.of(inside.dynamicUpdateSlice(before.get(0), slice, at), before.get(1), before.get(2));
                })
                .getFirst();
    }

    /** Takes collapsed dimensions out, spreads the slices over the batch dimensions and puts all where they belong. */
    private static HloInstruction restored(Emitter emitter, HloInstruction gathered, Match match) {
        var dimensions = gather(match).dimensions();
        var shape = match.shape();
        var batch = IndexLists.others(shape.rank(), dimensions.offsetDims());
        var order =
                Stream.concat(batch.stream(), dimensions.offsetDims().stream()).toList();
        var spread =
                emitter.reshape(gathered, order.stream().map(shape::dimension).toList());
        return emitter.transpose(
                spread, Emitter.range(shape.rank()).stream().map(order::indexOf).toList());
    }
}
