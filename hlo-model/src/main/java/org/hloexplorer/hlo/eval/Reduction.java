package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * {@code reduce}: for each element of the result, the reduced dimensions row-major, the accumulator first.
 *
 * <p>A plain floating addition is summed in double and rounded once, as XLA's evaluator does.
 */
final class Reduction {
    private final Cancellation cancellation;

    Reduction(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    /** One result per input. */
    List<Literal> evaluate(
            List<Literal> inputs,
            List<Literal> initials,
            List<Integer> dimensions,
            Reducer reducer,
            List<Shape.Array> shapes) {
        var from = inputs.getFirst().shape().asArray();
        var type = from.elementType();
        if (inputs.size() == 1 && type == initials.getFirst().shape().asArray().elementType()) {
            boolean sum = type.isFloating() && reducer.isAddition();
            var opcode = sum ? HloOpcode.ADD : reducer.plainBinary().orElse(HloOpcode.UNKNOWN);
            boolean exact = opcode == HloOpcode.MAXIMUM || opcode == HloOpcode.MINIMUM;
            boolean singlePrecision = type == PrimitiveType.F32 || NarrowFloats.is(type);
            if (sum || (exact && singlePrecision) || (opcode == HloOpcode.MULTIPLY && type == PrimitiveType.F32)) {
                return List.of(
                        reduceFloats(inputs.getFirst(), initials.getFirst(), dimensions, opcode, shapes.getFirst()));
            }
        }
        return reduceScalars(inputs, initials, dimensions, reducer, shapes);
    }

    private Literal reduceFloats(
            Literal input, Literal initial, List<Integer> dimensions, HloOpcode opcode, Shape.Array shape) {
        var type = shape.elementType();
        var elementwise = new Elementwise(cancellation);
        if (type == PrimitiveType.F64) {
            var rows = rowsOf(input, dimensions);
            var sums = new ReductionLoops(rows.outputs, rows.reduced, cancellation)
                    .sums(Storage.doubles(rows.literal), initial.doubleAt(0));
            return Storage.literal(shape, sums);
        }
        var floats = elementwise.convert(input, PrimitiveType.F32);
        float start = (float) initial.doubleAt(0);
        var result = areLeading(dimensions, input.shape().asArray())
                ? columns(floats, dimensions, opcode, start)
                : rows(floats, dimensions, opcode, start);
        return elementwise.convert(Storage.literal(shape.withElementType(PrimitiveType.F32), result), type);
    }

    private float[] rows(Literal floats, List<Integer> dimensions, HloOpcode opcode, float start) {
        var rows = rowsOf(floats, dimensions);
        var loops = new ReductionLoops(rows.outputs, rows.reduced, cancellation);
        return loops.rows(Storage.floats(rows.literal), opcode, start);
    }

    private float[] columns(Literal floats, List<Integer> dimensions, HloOpcode opcode, float start) {
        int[] sizes = Strides.sizes(floats.shape().asArray());
        int reduced = Strides.product(Strides.pick(sizes, dimensions));
        int outputs = Strides.product(Strides.pick(sizes, Strides.others(sizes.length, dimensions)));
        return new ReductionLoops(outputs, reduced, cancellation).columns(Storage.floats(floats), opcode, start);
    }

    /** Whether the reduced dimensions come before all others, so that neighbours in memory go to different results. */
    private static boolean areLeading(List<Integer> dimensions, Shape.Array shape) {
        return dimensions.size() < shape.rank() && dimensions.stream().allMatch(each -> each < dimensions.size());
    }

    private record Rows(Literal literal, int outputs, int reduced) {}

    /** The input with what is reduced into one element lying together, in row-major order. */
    private Rows rowsOf(Literal input, List<Integer> dimensions) {
        var shape = input.shape().asArray();
        int[] sizes = Strides.sizes(shape);
        var kept = Strides.others(shape.rank(), dimensions);
        var reduced = dimensions.stream().sorted().toList();
        var order = new ArrayList<>(kept);
        order.addAll(reduced);
        var sorted = Strides.isIdentity(order)
                ? input
                : new DataMovement(cancellation)
                        .transpose(
                                input,
                                order,
                                Shape.array(
                                        shape.elementType(),
                                        order.stream().map(shape::dimension).toList()));
        return new Rows(
                sorted, Strides.product(Strides.pick(sizes, kept)), Strides.product(Strides.pick(sizes, reduced)));
    }

    private List<Literal> reduceScalars(
            List<Literal> inputs,
            List<Literal> initials,
            List<Integer> dimensions,
            Reducer reducer,
            List<Shape.Array> shapes) {
        var rows = inputs.stream().map(each -> rowsOf(each, dimensions)).toList();
        var call = new ScalarReduction(
                rows.stream().map(Rows::literal).toList(), initials, shapes, rows.getFirst().reduced, reducer);
        Work.inBlocks(rows.getFirst().outputs, call.outputsPerBlock(), cancellation, call::run);
        return call.results();
    }
}
