package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Dimensions whose size is only known at run time.
 *
 * <p>During an evaluation the value of a bounded dynamic array holds only the elements it really has, so that no operation
 * can see the padding up to the bound.
 */
final class DimensionSizes {
    private DimensionSizes() {}

    static Literal get(Literal operand, int dimension) {
        return Literal.scalar(PrimitiveType.S32, operand.shape().asArray().dimension(dimension));
    }

    /** The first elements along the dimension; where it grows again, what was cut off is zero. */
    static Literal set(
            HloInstruction instruction,
            List<Literal> operands,
            int dimension,
            Shape.Array shape,
            DataMovement movement) {
        var operand = operands.getFirst();
        long size = operands.getLast().bitsAt(0);
        long bound = shape.dimension(dimension);
        if (size < 0 || size > bound) {
            throw new EvaluationException(
                    instruction, "size %d of dimension %d is outside of 0 to %d".formatted(size, dimension, bound));
        }
        var from = operand.shape().asArray();
        long present = from.dimension(dimension);
        var sizes = new ArrayList<>(from.dimensions());
        sizes.set(dimension, size);
        var sized = Shape.array(from.elementType(), sizes);
        if (size <= present) {
            var zeros = Collections.nCopies(from.rank(), 0L);
            var ones = Collections.nCopies(from.rank(), 1L);
            return movement.slice(operand, new HloOp.Slice(zeros, sizes, ones), sized);
        }
        var zeros = Collections.nCopies(from.rank(), 0L);
        var high = new ArrayList<>(zeros);
        high.set(dimension, size - present);
        var nothing = Asynchronous.zero(Shape.scalar(from.elementType()));
        return movement.pad(operand, nothing, new HloOp.Pad(zeros, high, zeros), sized);
    }

    /** The array padded with zeros up to its bounds, and its sizes: what dynamic padding inserts. */
    static Literal padToStatic(HloInstruction instruction, Literal operand, Cancellation cancellation) {
        if (!(instruction.shape() instanceof Shape.Tuple(var elements))
                || !(elements.getFirst() instanceof Shape.Array bound)
                || elements.size() != bound.rank() + 1) {
            throw new EvaluationException(instruction, "its shape is no tuple of an array and a size per dimension");
        }
        var from = operand.shape().asArray();
        var zeros = Collections.nCopies(from.rank(), 0L);
        var high = new ArrayList<Long>();
        var parts = new ArrayList<Literal>();
        for (int dimension = 0; dimension < from.rank(); dimension++) {
            high.add(bound.dimension(dimension) - from.dimension(dimension));
            parts.add(get(operand, dimension));
        }
        var nothing = Asynchronous.zero(Shape.scalar(from.elementType()));
        parts.addFirst(new DataMovement(cancellation).pad(operand, nothing, new HloOp.Pad(zeros, high, zeros), bound));
        return Literal.tuple(parts);
    }

    /** The elements of a padded array within the sizes that follow it. */
    static Literal sliceToDynamic(HloInstruction instruction, List<Literal> operands, Cancellation cancellation) {
        var from = operands.getFirst().shape().asArray();
        if (operands.size() != from.rank() + 1) {
            throw new EvaluationException(instruction, "it takes an array and a size per dimension");
        }
        var sizes = new ArrayList<Long>();
        for (int dimension = 0; dimension < from.rank(); dimension++) {
            long size = operands.get(dimension + 1).bitsAt(0);
            if (size < 0 || size > from.dimension(dimension)) {
                throw new EvaluationException(
                        instruction,
                        "size %d of dimension %d is outside of 0 to %d"
                                .formatted(size, dimension, from.dimension(dimension)));
            }
            sizes.add(size);
        }
        return new DataMovement(cancellation)
                .dynamicSlice(operands.getFirst(), new long[from.rank()], Shape.array(from.elementType(), sizes));
    }

    /** A reshape to sizes that are operands. */
    static Literal reshape(HloInstruction instruction, List<Literal> operands) {
        var operand = operands.getFirst();
        var sizes = operands.subList(1, operands.size()).stream()
                .map(each -> each.bitsAt(0))
                .toList();
        var shape = Shape.array(operand.shape().asArray().elementType(), sizes);
        if (shape.elements() != operand.elementCount()) {
            throw new EvaluationException(
                    instruction, "%d elements do not fill %s".formatted(operand.elementCount(), shape.withoutLayout()));
        }
        return operand.reshaped(shape);
    }
}
