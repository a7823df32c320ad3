package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.SCATTER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.Emitter.range;
import static org.hloexplorer.pipeline.transforms.expanders.Scatters.dimensions;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Brings scatters into one form: one list of indices, for the leading dimensions, and whole windows. */
public final class ScatterSimplifier {
    private ScatterSimplifier() {}

    static final RewriteRule SIMPLIFY_SCATTER = rule(
                    "simplify-scatter",
                    "scatter(x, indices, updates) → scatter(x, list of indices, whole windows)",
                    op(SCATTER).where(at -> at.shape() instanceof Shape.Array || at.operandCount() > 3),
                    ScatterSimplifier::simplified)
            .when(m -> m.root().operandCount() > 3 || !isSimple(m))
            .provided(Scatters::isSingle);

    public static final HloPass PASS =
            RulePass.of("scatter_simplifier", "brings scatters into one form", SIMPLIFY_SCATTER);

    private static boolean isSimple(Match match) {
        var dimensions = dimensions(match);
        int rank = match.shape().rank();
        return Scatters.indices(match).shape().asArray().rank() == 2
                && dimensions.indexVectorDim() == 1
                && dimensions.insertedWindowDims().isEmpty()
                && dimensions.inputBatchingDims().isEmpty()
                && dimensions
                        .scatterDimsToOperandDims()
                        .equals(range(dimensions.scatterDimsToOperandDims().size()))
                && dimensions.updateWindowDims().equals(range(1, rank + 1));
    }

    private static HloInstruction simplified(Match match) {
        var emitter = Emitter.at(match);
        var old = Scatters.scatter(match);
        var indexed = dimensions(match).scatterDimsToOperandDims();
        int rank = match.shape().rank();
        var permutation = Stream.concat(indexed.stream(), IndexLists.others(rank, indexed).stream())
                .toList();
        var list = IndexLists.list(
                emitter, Scatters.indices(match), dimensions(match).indexVectorDim());
        var windows = IndexLists.windows(
                emitter, Scatters.updates(match), dimensions(match).updateWindowDims(), Scatters.window(match));
        var turnedWindows = emitter.transpose(
                windows,
                Stream.concat(Stream.of(0), permutation.stream().map(i -> i + 1))
                        .toList());
        var operand = emitter.transpose(Scatters.operand(match), permutation);
        var simple =
                new ScatterDimensions(range(1, rank + 1), List.of(), range(indexed.size()), List.of(), List.of(), 1);
        var scattered = emitter.add(
                new HloOp.Scatter(simple, old.indicesAreSorted(), old.uniqueIndices(), old.toApply()),
                operand.shape(),
                operand,
                list,
                turnedWindows);
        return emitter.transpose(
                scattered, range(rank).stream().map(permutation::indexOf).toList());
    }
}
