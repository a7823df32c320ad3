package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Which indices of a dot's operands go with an element of its result, and with a step of its sum.
 *
 * <p>The result's dimensions are the batches, then what is left of the left operand, then what is left of the right.
 */
record DotOperands(
        DotDimensions dimensions,
        Shape.Array lhsShape,
        Shape.Array rhsShape,
        List<Integer> lhsFree,
        List<Integer> rhsFree)
        implements Contraction {

    static DotOperands of(DotDimensions dimensions, Shape.Array lhs, Shape.Array rhs) {
        return new DotOperands(
                dimensions,
                lhs,
                rhs,
                free(lhs, dimensions.lhsBatch(), dimensions.lhsContracting()),
                free(rhs, dimensions.rhsBatch(), dimensions.rhsContracting()));
    }

    private static List<Integer> free(Shape.Array shape, List<Integer> batch, List<Integer> contracting) {
        return IntStream.range(0, shape.rank())
                .filter(i -> !batch.contains(i) && !contracting.contains(i))
                .boxed()
                .toList();
    }

    @Override
    public List<Long> batchSizes() {
        return sizes(lhsShape, dimensions.lhsBatch());
    }

    @Override
    public List<Long> rowSizes() {
        return sizes(lhsShape, lhsFree);
    }

    @Override
    public List<Long> columnSizes() {
        return sizes(rhsShape, rhsFree);
    }

    @Override
    public List<Long> depthSizes() {
        return sizes(lhsShape, dimensions.lhsContracting());
    }

    private static List<Long> sizes(Shape.Array shape, List<Integer> which) {
        return which.stream().map(shape::dimension).toList();
    }

    /** The left operand's indices for an element of the result at a step of the sum. */
    List<Index> lhs(List<Index> result, List<Index> contracted) {
        int batches = dimensions.lhsBatch().size();
        return placed(
                lhsShape.rank(),
                dimensions.lhsBatch(),
                result.subList(0, batches),
                lhsFree,
                result.subList(batches, batches + lhsFree.size()),
                dimensions.lhsContracting(),
                contracted);
    }

    /** The right operand's indices for an element of the result at a step of the sum. */
    List<Index> rhs(List<Index> result, List<Index> contracted) {
        int batches = dimensions.lhsBatch().size();
        return placed(
                rhsShape.rank(),
                dimensions.rhsBatch(),
                result.subList(0, batches),
                rhsFree,
                result.subList(batches + lhsFree.size(), result.size()),
                dimensions.rhsContracting(),
                contracted);
    }

    @Override
    public Line lhs(Block block, List<Index> batch, List<Index> row, List<Index> depth) {
        var result = result(batch, row, Collections.nCopies(rhsFree.size(), Index.ZERO));
        return new Line() {
            @Override
            public @Nullable Value test() {
                return null;
            }

            @Override
            public List<Index> at(Index last) {
                return lhs(result, depthSizes().isEmpty() ? List.of() : joined(depth, List.of(last)));
            }
        };
    }

    @Override
    public List<Index> rhs(List<Index> batch, List<Index> column, List<Index> depth) {
        return rhs(result(batch, Collections.nCopies(lhsFree.size(), Index.ZERO), column), depth);
    }

    @Override
    public boolean hasColumnsInLine(PrimitiveType type) {
        return rhsShape.elementType() == type
                && rhsFree.size() == 1
                && depthSizes().size() == 1
                && rhsShape.layout().minorToMajor().getFirst().equals(rhsFree.getFirst());
    }

    @Override
    public List<Index> result(List<Index> batch, List<Index> row, List<Index> column) {
        return joined(batch, joined(row, column));
    }

    private static List<Index> joined(List<Index> first, List<Index> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<Index> placed(
            int rank,
            List<Integer> batch,
            List<Index> batchIndices,
            List<Integer> free,
            List<Index> freeIndices,
            List<Integer> contracting,
            List<Index> contracted) {
        var indices = new ArrayList<>(Collections.nCopies(rank, Index.ZERO));
        place(indices, batch, batchIndices);
        place(indices, free, freeIndices);
        place(indices, contracting, contracted);
        return indices;
    }

    private static void place(List<Index> indices, List<Integer> where, List<Index> what) {
        for (int i = 0; i < where.size(); i++) {
            indices.set(where.get(i), what.get(i));
        }
    }
}
