package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * {@code dot}: both operands are brought into the result's type and into the order batch, rows, depth, columns; then
 * each batch is a {@link MatrixProduct}.
 *
 * <p>f16 and bf16 are summed in f32 and rounded once at the end.
 */
final class DotProduct {
    /** Fewer columns than this are too few to loop over; the operands then change places. */
    private static final int MIN_COLUMNS = 16;

    /** So few are summed one by one, without bringing the operands into another order first. */
    private static final int FEW_COLUMNS = 4;

    private final Cancellation cancellation;

    DotProduct(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    Literal evaluate(Literal lhs, Literal rhs, DotDimensions dimensions, Shape.Array shape) {
        var left = Operand.of(lhs, dimensions.lhsBatch(), dimensions.lhsContracting());
        var right = Operand.of(rhs, dimensions.rhsBatch(), dimensions.rhsContracting());
        boolean fewColumns = right.free < FEW_COLUMNS && computeType(shape.elementType()) == PrimitiveType.F32;
        if (right.free < MIN_COLUMNS && left.free > right.free && !fewColumns) {
            var swapped = multiply(right, left, shape.elementType());
            return swapRowsAndColumns(swapped, left, right).reshaped(shape);
        }
        return multiply(left, right, shape.elementType()).reshaped(shape);
    }

    /** The product as [batch, rows, columns]. */
    private Literal multiply(Operand rows, Operand columns, PrimitiveType type) {
        var shape = Shape.array(type, rows.batch, rows.free, columns.free);
        var compute = computeType(type);
        var p = converted(rows.inOrder(false, cancellation), type, compute);
        var w = converted(columns.inOrder(true, cancellation), type, compute);
        var out = Storage.allocate(shape.withElementType(compute));
        for (int batch = 0; batch < rows.batch; batch++) {
            multiplyBatch(rows, columns, batch, compute, Storage.array(p), Storage.array(w), out);
        }
        return converted(Storage.literal(shape.withElementType(compute), out), compute, type);
    }

    private void multiplyBatch(
            Operand rows, Operand columns, int batch, PrimitiveType type, Object p, Object w, Object out) {
        var product = new MatrixProduct(rows.free, rows.depth, columns.free, cancellation);
        int pAt = batch * rows.free * rows.depth;
        int wAt = batch * columns.depth * columns.free;
        int outAt = batch * rows.free * columns.free;
        if (type.isComplex() || type.isPredicate()) {
            scalarProduct(product, type, p, pAt, w, wAt, out, outAt);
            return;
        }
        if (out instanceof float[] floats && columns.free < FEW_COLUMNS) {
            new FewColumns(rows.free, rows.depth, columns.free, cancellation)
                    .multiply((float[]) p, pAt, (float[]) w, wAt, floats, outAt);
        } else {
            product.add(p, pAt, w, wAt, out, outAt);
        }
    }

    /** One multiplication and addition at a time, each rounded to the type. */
    private void scalarProduct(
            MatrixProduct product, PrimitiveType type, Object p, int pAt, Object w, int wAt, Object out, int outAt) {
        Work.inBlocks(product.rows(), 1, cancellation, (from, to) -> {
            var r = new Registers(4);
            var types = List.of(type, type);
            var multiply = new ScalarStep(new HloOp.Plain(HloOpcode.MULTIPLY), types, new int[] {1, 2}, type, 3);
            var add = new ScalarStep(new HloOp.Plain(HloOpcode.ADD), types, new int[] {0, 3}, type, 0);
            for (int row = from; row < to; row++) {
                for (int column = 0; column < product.columns(); column++) {
                    int at = outAt + row * product.columns() + column;
                    r.load(0, type, out, at);
                    for (int k = 0; k < product.depth(); k++) {
                        r.load(1, type, p, pAt + row * product.depth() + k);
                        r.load(2, type, w, wAt + k * product.columns() + column);
                        ScalarOperations.perform(multiply, r);
                        ScalarOperations.perform(add, r);
                    }
                    r.store(0, type, out, at);
                }
            }
        });
    }

    private Literal swapRowsAndColumns(Literal swapped, Operand left, Operand right) {
        var shape = Shape.array(swapped.shape().asArray().elementType(), left.batch, left.free, right.free);
        return new DataMovement(cancellation).transpose(swapped, List.of(0, 2, 1), shape);
    }

    /** Narrow floats in f32, narrow integers in s32 or u32: what these wrap to does not depend on the wider sums. */
    private static PrimitiveType computeType(PrimitiveType type) {
        if (type.isFloating()) {
            return type == PrimitiveType.F64 ? type : PrimitiveType.F32;
        }
        boolean narrow = type.isIntegral() && type.bits() < 32;
        return narrow ? (type.isSigned() ? PrimitiveType.S32 : PrimitiveType.U32) : type;
    }

    /** In the result's type first, as XLA does, then in the type that the sums are made in. */
    private Literal converted(Literal literal, PrimitiveType type, PrimitiveType compute) {
        return convert(convert(literal, type), compute);
    }

    private Literal convert(Literal literal, PrimitiveType type) {
        return new Elementwise(cancellation).convert(literal, type);
    }

    /** An operand with its dimensions sorted: batch dimensions, contracted ones in the order listed, free ones. */
    private record Operand(
            Literal literal,
            List<Integer> batchDimensions,
            List<Integer> contracting,
            List<Integer> freeDimensions,
            int batch,
            int depth,
            int free) {

        static Operand of(Literal literal, List<Integer> batchDimensions, List<Integer> contracting) {
            int[] sizes = Strides.sizes(literal.shape().asArray());
            var taken = new ArrayList<>(batchDimensions);
            taken.addAll(contracting);
            var free = Strides.others(sizes.length, taken);
            return new Operand(
                    literal,
                    batchDimensions,
                    contracting,
                    free,
                    Strides.product(Strides.pick(sizes, batchDimensions)),
                    Strides.product(Strides.pick(sizes, contracting)),
                    Strides.product(Strides.pick(sizes, free)));
        }

        /** As [batch, free, depth], or as [batch, depth, free]. */
        Literal inOrder(boolean depthFirst, Cancellation cancellation) {
            var order = new ArrayList<>(batchDimensions);
            order.addAll(depthFirst ? contracting : freeDimensions);
            order.addAll(depthFirst ? freeDimensions : contracting);
            var from = literal.shape().asArray();
            var shape = Shape.array(
                    from.elementType(), order.stream().map(from::dimension).toList());
            return Strides.isIdentity(order)
                    ? literal
                    : new DataMovement(cancellation).transpose(literal, order, shape);
        }
    }
}
