package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.pipeline.transforms.Emitter.range;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.transforms.Emitter;

/** Arithmetic on batches of matrices: arrays whose last two dimensions are rows and columns. */
record Matrices(Emitter emitter) {

    static int rank(HloInstruction matrix) {
        return matrix.shape().asArray().rank();
    }

    static long rows(HloInstruction matrix) {
        return matrix.shape().asArray().dimension(rank(matrix) - 2);
    }

    static long columns(HloInstruction matrix) {
        return matrix.shape().asArray().dimension(rank(matrix) - 1);
    }

    /** The sizes of a batch of other matrices, for the same batch. */
    static List<Long> sizes(HloInstruction like, long rows, long columns) {
        var batch = like.shape().asArray().dimensions().subList(0, rank(like) - 2);
        return Stream.concat(batch.stream(), Stream.of(rows, columns)).toList();
    }

    HloInstruction transposed(HloInstruction matrix) {
        int rank = rank(matrix);
        var permutation = new ArrayList<>(range(rank));
        permutation.set(rank - 2, rank - 1);
        permutation.set(rank - 1, rank - 2);
        return emitter.transpose(matrix, permutation);
    }

    /** A part that begins at this row and column. */
    HloInstruction part(HloInstruction matrix, HloInstruction row, HloInstruction column, long rows, long columns) {
        return emitter.dynamicSlice(matrix, place(matrix, row, column), sizes(matrix, rows, columns));
    }

    HloInstruction withPart(HloInstruction matrix, HloInstruction part, HloInstruction row, HloInstruction column) {
        return emitter.dynamicUpdateSlice(matrix, part, place(matrix, row, column));
    }

    private List<HloInstruction> place(HloInstruction matrix, HloInstruction row, HloInstruction column) {
        var zero = emitter.index(0);
        var starts = new ArrayList<HloInstruction>();
        for (int i = 0; i < rank(matrix) - 2; i++) {
            starts.add(zero);
        }
        starts.addAll(List.of(row, column));
        return starts;
    }

    HloInstruction product(HloInstruction left, HloInstruction right) {
        int rank = rank(left);
        var batch = range(rank - 2);
        var dimensions = new DotDimensions(List.of(rank - 1), List.of(rank - 2), batch, batch);
        return emitter.add(
                new HloOp.Dot(dimensions, Precision.DEFAULT),
                Shape.array(left.shape().asArray().elementType(), sizes(left, rows(left), columns(right))),
                left,
                right);
    }

    /** A matrix of one element, repeated. */
    HloInstruction repeated(HloInstruction element, Shape shape) {
        int rank = rank(element);
        var batch =
                emitter.reshape(element, element.shape().asArray().dimensions().subList(0, rank - 2));
        return emitter.broadcast(
                batch, shape.asArray().dimensions(), range(rank - 2).toArray(Integer[]::new));
    }

    /** The number of each element's row. */
    HloInstruction rowNumbers(HloInstruction like) {
        return emitter.iota(PrimitiveType.S32, like.shape().asArray().dimensions(), rank(like) - 2);
    }

    HloInstruction columnNumbers(HloInstruction like) {
        return emitter.iota(PrimitiveType.S32, like.shape().asArray().dimensions(), rank(like) - 1);
    }
}
