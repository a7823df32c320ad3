package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** {@code ragged-dot} and {@code scaled-dot}, both brought back to {@code dot}. */
final class DotVariants {
    private final DotProduct dotProduct;
    private final DataMovement movement;
    private final Elementwise elementwise;

    DotVariants(Cancellation cancellation) {
        this.dotProduct = new DotProduct(cancellation);
        this.movement = new DataMovement(cancellation);
        this.elementwise = new Elementwise(cancellation);
    }

    /**
     * Multiplies by the scales, each of which serves a block of elements along the contracted dimensions, then forms the
     * dot.
     */
    Literal scaled(HloOp.ScaledDot dot, List<Literal> operands, Shape.Array shape) {
        var lhs = rescaled(operands.get(0), operands.get(2), shape);
        var rhs = rescaled(operands.get(1), operands.get(3), shape);
        return dotProduct.evaluate(lhs, rhs, dot.dimensions(), shape);
    }

    private Literal rescaled(Literal values, Literal scales, Shape.Array resultShape) {
        var type = resultShape.elementType();
        var converted = elementwise.convert(values, type);
        if (scales.shape().asArray().isScalar()) {
            return converted;
        }
        var spread = spread(elementwise.convert(scales, type), values.shape().asArray());
        var multiply = HloInstruction.of(
                0,
                "multiply",
                new HloOp.Plain(HloOpcode.MULTIPLY),
                converted.shape().asArray());
        return elementwise.evaluate(multiply, List.of(converted, spread));
    }

    /** Each scale repeated until it covers its block. */
    private Literal spread(Literal scales, Shape.Array shape) {
        var from = scales.shape().asArray();
        var sizes = new ArrayList<Long>();
        var dimensions = new ArrayList<Integer>();
        for (int dimension = 0; dimension < from.rank(); dimension++) {
            dimensions.add(sizes.size());
            sizes.add(from.dimension(dimension));
            sizes.add(shape.dimension(dimension) / from.dimension(dimension));
        }
        return movement.broadcast(scales, dimensions, Shape.array(from.elementType(), sizes))
                .reshaped(Shape.array(from.elementType(), shape.dimensions()));
    }

    /**
     * A dot in which one dimension is cut into groups of the given sizes: a free dimension of the left side (each group
     * meets its own right side), a contracted one (each group gives its own result) or a batch one (nothing changes).
     */
    Literal ragged(HloOp.RaggedDot dot, List<Literal> operands, Shape.Array shape) {
        int ragged = dot.lhsRagged().getFirst();
        var dimensions = dot.dimensions();
        if (dimensions.lhsBatch().contains(ragged)) {
            return dotProduct.evaluate(operands.get(0), operands.get(1), dimensions, shape);
        }
        return dimensions.lhsContracting().contains(ragged)
                ? raggedContracting(dot, operands, ragged, shape)
                : raggedFree(dot, operands, ragged, shape);
    }

    private Literal raggedContracting(HloOp.RaggedDot dot, List<Literal> operands, int ragged, Shape.Array shape) {
        int place = dot.dimensions().lhsContracting().indexOf(ragged);
        int rhsDimension = dot.dimensions().rhsContracting().get(place);
        var one = Shape.array(shape.elementType(), shape.dimensions().subList(1, shape.rank()));
        var first = new ArrayList<>(one.dimensions());
        first.addFirst(1L);
        var results = new ArrayList<Literal>();
        long from = 0;
        for (long size : groupSizes(operands.get(2))) {
            var lhs = range(operands.get(0), ragged, from, size);
            var rhs = range(operands.get(1), rhsDimension, from, size);
            results.add(dotProduct
                    .evaluate(lhs, rhs, dot.dimensions(), one)
                    .reshaped(Shape.array(shape.elementType(), first)));
            from += size;
        }
        return movement.concatenate(results, 0, shape);
    }

    /** Rows beyond the last group are zero. */
    private Literal raggedFree(HloOp.RaggedDot dot, List<Literal> operands, int ragged, Shape.Array shape) {
        var dimensions = dot.dimensions();
        int group = dot.rhsGroup().getFirst();
        int along =
                resultDimension(dimensions, operands.get(0).shape().asArray().rank(), ragged);
        var results = new ArrayList<Literal>();
        long from = 0;
        long groups = 0;
        for (long size : groupSizes(operands.get(2))) {
            var lhs = range(operands.get(0), ragged, from, size);
            var rhs = without(range(operands.get(1), group, groups++, 1), group);
            results.add(dotProduct.evaluate(lhs, rhs, withoutGroup(dimensions, group), sized(shape, along, size)));
            from += size;
        }
        var rest = sized(shape, along, shape.dimension(along) - from);
        results.add(Storage.literal(rest, Storage.allocate(rest)));
        return movement.concatenate(results, along, shape);
    }

    private static List<Long> groupSizes(Literal literal) {
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < Storage.count(literal); i++) {
            sizes.add(literal.bitsAt(i));
        }
        return sizes;
    }

    private static int resultDimension(DotDimensions dimensions, int rank, int lhsDimension) {
        var taken = new ArrayList<>(dimensions.lhsBatch());
        taken.addAll(dimensions.lhsContracting());
        return dimensions.lhsBatch().size() + Strides.others(rank, taken).indexOf(lhsDimension);
    }

    private static DotDimensions withoutGroup(DotDimensions dimensions, int group) {
        return new DotDimensions(
                dimensions.lhsContracting(),
                lowered(dimensions.rhsContracting(), group),
                dimensions.lhsBatch(),
                lowered(dimensions.rhsBatch(), group));
    }

    private static List<Integer> lowered(List<Integer> dimensions, int removed) {
        return dimensions.stream().map(each -> each > removed ? each - 1 : each).toList();
    }

    private static Shape.Array sized(Shape.Array shape, int dimension, long size) {
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.set(dimension, size);
        return Shape.array(shape.elementType(), sizes);
    }

    private static Literal without(Literal literal, int dimension) {
        var sizes = new ArrayList<>(literal.shape().asArray().dimensions());
        sizes.remove(dimension);
        return literal.reshaped(Shape.array(literal.shape().asArray().elementType(), sizes));
    }

    private Literal range(Literal literal, int dimension, long from, long size) {
        var shape = sized(literal.shape().asArray(), dimension, size);
        var starts = new long[shape.rank()];
        starts[dimension] = from;
        return movement.dynamicSlice(literal, starts, shape);
    }
}
