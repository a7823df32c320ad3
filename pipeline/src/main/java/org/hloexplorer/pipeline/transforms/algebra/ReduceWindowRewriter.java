package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.REDUCE_WINDOW;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Turns running sums over a long dimension into running sums over blocks, and one over the totals of the blocks. */
public final class ReduceWindowRewriter {
    private ReduceWindowRewriter() {}

    static final Option<Long> BLOCK =
            Option.count("reduce-window-rewriter.base-length", 16, "elements that are summed one by one");

    private static final Capture X = new Capture("x");
    private static final Capture INIT = new Capture("init");

    static final RewriteRule SUM_BLOCKS = rule(
                    "sum-by-blocks",
                    "running sum of n → running sums of blocks + running sum of their totals",
                    op(REDUCE_WINDOW, X, INIT),
                    ReduceWindowRewriter::byBlocks)
            .when(m -> m.root().shape() instanceof Shape.Array && running(m).isPresent())
            .provided(ReduceWindowRewriter::isLong)
            .provided(
                    m -> reducer(m).isPresent(),
                    "the function is no single operation whose initial value changes nothing")
            .changing(ROUNDING);

    public static final HloPass PASS = new RulePass(
            "reduce-window-rewriter", "sums up long dimensions by blocks", List.of(BLOCK), List.of(SUM_BLOCKS));

    private static List<Window.Dimension> window(Match match) {
        return ((HloOp.ReduceWindow) match.root().op()).window().dimensions();
    }

    /** The dimension that is summed up, where each window holds all elements up to its own. */
    private static Optional<Integer> running(Match match) {
        var shape = match.get(X).shape().asArray();
        var dimensions = window(match);
        var wide = IntStream.range(0, dimensions.size())
                .filter(i -> !dimensions.get(i).equals(Window.Dimension.of(1)))
                .boxed()
                .toList();
        if (wide.size() != 1) {
            return Optional.empty();
        }
        int at = wide.getFirst();
        long size = shape.dimension(at);
        return dimensions.get(at).equals(new Window.Dimension(size, 1, size - 1, 0, 1, 1, false))
                ? Optional.of(at)
                : Optional.empty();
    }

    private static Optional<Refusal> isLong(Match match) {
        long block = match.editor().context().option(BLOCK);
        long size = match.get(X).shape().asArray().dimension(running(match).orElseThrow());
        return size > block
                ? Optional.empty()
                : Optional.of(because(
                        "%d elements are one block of up to %d already".formatted(size, block),
                        Quantity.count("elements", size, block)));
    }

    private static Optional<HloOpcode> reducer(Match match) {
        return Reducers.of(match.root(), match).filter(opcode -> Reducers.isIdentity(opcode, match.get(INIT), match));
    }

    private static HloInstruction byBlocks(Match match) {
        var emitter = Emitter.at(match);
        int at = running(match).orElseThrow();
        long block = match.editor().context().option(BLOCK);
        long size = match.shape().dimension(at);
        long blocks = Math.ceilDiv(size, block);

        var padded = padded(emitter, match, at, blocks * block - size);
        var sizes = new ArrayList<>(padded.shape().asArray().dimensions());
        sizes.set(at, block);
        sizes.add(at, blocks);
        var inner = summedUp(emitter, match, emitter.reshape(padded, sizes), at + 1, block - 1, 0);
        var totals = emitter.slice(inner, at + 1, block - 1, block);
        var flat = new ArrayList<>(sizes);
        flat.remove(at + 1);
        var before = summedUp(emitter, match, emitter.reshape(totals, flat), at, blocks, -1);
        var places =
                Emitter.range(sizes.size()).stream().filter(i -> i != at + 1).toArray(Integer[]::new);
        var sum = emitter.map(
                reducer(match).orElseThrow(),
                emitter.broadcast(before, inner.shape().asArray().dimensions(), places),
                inner);
        return emitter.slice(emitter.reshape(sum, padded.shape().asArray().dimensions()), at, 0, size);
    }

    private static HloInstruction padded(Emitter emitter, Match match, int at, long more) {
        var x = match.get(X);
        if (more == 0) {
            return x;
        }
        var shape = x.shape().asArray();
        var none = Collections.nCopies(shape.rank(), 0L);
        return emitter.add(
                new HloOp.Pad(none, Emitter.with(none, at, more), none),
                Shape.array(shape.elementType(), Emitter.with(shape.dimensions(), at, shape.dimension(at) + more)),
                x,
                match.get(INIT));
    }

    /** Running sums along one dimension; with {@code high} of -1 each without its own element. */
    private static HloInstruction summedUp(
            Emitter emitter, Match match, HloInstruction array, int at, long low, long high) {
        var shape = array.shape().asArray();
        var dimensions = new ArrayList<>(Collections.nCopies(shape.rank(), Window.Dimension.of(1)));
        dimensions.set(at, new Window.Dimension(shape.dimension(at), 1, low, high, 1, 1, false));
        int function = ((HloOp.ReduceWindow) match.root().op()).toApply();
        return emitter.add(
                new HloOp.ReduceWindow(new Window(dimensions), function),
                Shape.array(shape.elementType(), shape.dimensions()),
                array,
                match.get(INIT));
    }
}
