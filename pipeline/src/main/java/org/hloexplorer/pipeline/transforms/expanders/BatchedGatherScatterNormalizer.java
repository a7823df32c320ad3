package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.GATHER;
import static org.hloexplorer.hlo.HloOpcode.SCATTER;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Turns batch dimensions of gathers and scatters into indexed ones: each batch gets its own number as an index. */
public final class BatchedGatherScatterNormalizer {
    private BatchedGatherScatterNormalizer() {}

    static final RewriteRule INDEX_GATHER_BATCHES = rule(
                    "index-gather-batches",
                    "gather(x, indices) with batches → gather(x, concatenate(iota, indices))",
                    op(GATHER),
                    BatchedGatherScatterNormalizer::indexedGather)
            .when(m -> !((HloOp.Gather) m.root().op())
                    .dimensions()
                    .operandBatchingDims()
                    .isEmpty());

    static final RewriteRule INDEX_SCATTER_BATCHES = rule(
                    "index-scatter-batches",
                    "scatter(x, indices, updates) with batches → scatter(x, concatenate(iota, indices), updates)",
                    op(SCATTER),
                    BatchedGatherScatterNormalizer::indexedScatter)
            .when(m -> !((HloOp.Scatter) m.root().op())
                    .dimensions()
                    .inputBatchingDims()
                    .isEmpty());

    public static final HloPass PASS = RulePass.of(
            "batched_gather_scatter_normalizer",
            "turns batch dimensions of gathers and scatters into indexed ones",
            INDEX_GATHER_BATCHES,
            INDEX_SCATTER_BATCHES);

    private static HloInstruction indexedGather(Match match) {
        var gather = (HloOp.Gather) match.root().op();
        var old = gather.dimensions();
        var indices = numbered(
                Emitter.at(match),
                match.operand(match.root(), 1),
                old.indexVectorDim(),
                old.startIndicesBatchingDims());
        var dimensions = new GatherDimensions(
                old.offsetDims(),
                joined(old.collapsedSliceDims(), old.operandBatchingDims()).stream()
                        .sorted()
                        .toList(),
                joined(old.operandBatchingDims(), old.startIndexMap()),
                List.of(),
                List.of(),
                old.indexVectorDim());
        return match.add(
                new HloOp.Gather(dimensions, gather.sliceSizes(), false),
                match.root().shape(),
                match.operand(match.root(), 0),
                indices);
    }

    private static HloInstruction indexedScatter(Match match) {
        var scatter = (HloOp.Scatter) match.root().op();
        var old = scatter.dimensions();
        var operands = new ArrayList<>(match.editor().operands(match.root()));
        int at = operands.size() / 2;
        operands.set(
                at,
                numbered(Emitter.at(match), operands.get(at), old.indexVectorDim(), old.scatterIndicesBatchingDims()));
        var dimensions = new ScatterDimensions(
                old.updateWindowDims(),
                joined(old.insertedWindowDims(), old.inputBatchingDims()).stream()
                        .sorted()
                        .toList(),
                joined(old.inputBatchingDims(), old.scatterDimsToOperandDims()),
                List.of(),
                List.of(),
                old.indexVectorDim());
        return match.add(
                new HloOp.Scatter(dimensions, false, scatter.uniqueIndices(), scatter.toApply()),
                match.root().shape(),
                operands.toArray(HloInstruction[]::new));
    }

    /** The index vectors with the numbers of their batches in front. */
    private static HloInstruction numbered(
            Emitter emitter, HloInstruction indices, int vectorDimension, List<Integer> batches) {
        var shape = indices.shape().asArray();
        var sizes = new ArrayList<>(shape.dimensions());
        if (vectorDimension == shape.rank()) {
            sizes.add(1L);
        }
        var vectors = emitter.reshape(indices, sizes);
        var numbers = Emitter.with(sizes, vectorDimension, 1);
        var parts = Stream.concat(
                        batches.stream().map(batch -> emitter.iota(shape.elementType(), numbers, batch)),
                        Stream.of(vectors))
                .toList();
        return emitter.concatenate(vectorDimension, parts);
    }

    private static List<Integer> joined(List<Integer> first, List<Integer> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
