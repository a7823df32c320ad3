package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * {@code scan}: walks along one dimension; each step gets a slice of every input and the carries, and yields a slice of
 * every output and new carries.
 */
final class ScanEvaluation {
    private final Evaluation evaluation;
    private final HloModule module;
    private final HloComputation step;
    private final DataMovement movement;

    ScanEvaluation(Evaluation evaluation, HloModule module, HloComputation step, Cancellation cancellation) {
        this.evaluation = evaluation;
        this.module = module;
        this.step = step;
        this.movement = new DataMovement(cancellation);
    }

    /** The outputs, then the carries as they are at the end. */
    List<Literal> evaluate(HloOp.Scan scan, List<Literal> operands, List<Shape.Array> shapes) {
        int inputs = operands.size() - scan.numCarries();
        int outputs = shapes.size() - scan.numCarries();
        var carries = operands.subList(inputs, operands.size());
        long length = operands.getFirst().shape().asArray().dimension(scan.dimension());
        var slices = new ArrayList<List<Literal>>();
        for (long i = 0; i < length; i++) {
            long at = scan.isReverse() ? length - 1 - i : i;
            var arguments = new ArrayList<Literal>();
            for (int input = 0; input < inputs; input++) {
                arguments.add(slice(operands.get(input), scan.dimension(), at, parameterShape(input)));
            }
            arguments.addAll(carries);
            var result = evaluation.evaluate(module, step, arguments);
            var results = result.shape() instanceof Shape.Tuple ? result.elements() : List.of(result);
            slices.add(results.subList(0, outputs));
            carries = results.subList(outputs, results.size());
        }
        if (scan.isReverse()) {
            Collections.reverse(slices);
        }
        var all = new ArrayList<Literal>();
        for (int output = 0; output < outputs; output++) {
            all.add(joined(slices, output, scan.dimension(), shapes.get(output)));
        }
        all.addAll(carries);
        return all;
    }

    private Shape.Array parameterShape(int number) {
        return step.parameters().get(number).shape().asArray();
    }

    /** As the step wants it: with the dimension scanned at size 1, or without it. */
    private Literal slice(Literal input, int dimension, long at, Shape.Array shape) {
        var from = input.shape().asArray();
        var starts = new ArrayList<>(Collections.nCopies(from.rank(), 0L));
        var limits = new ArrayList<>(from.dimensions());
        starts.set(dimension, at);
        limits.set(dimension, at + 1);
        var sizes = new ArrayList<>(from.dimensions());
        sizes.set(dimension, 1L);
        var strides = Collections.nCopies(from.rank(), 1L);
        return movement.slice(input, new HloOp.Slice(starts, limits, strides), Shape.array(from.elementType(), sizes))
                .reshaped(shape);
    }

    private Literal joined(List<List<Literal>> slices, int output, int dimension, Shape.Array shape) {
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.set(dimension, 1L);
        var piece = Shape.array(shape.elementType(), sizes);
        var pieces =
                slices.stream().map(each -> each.get(output).reshaped(piece)).toList();
        return movement.concatenate(pieces, dimension, shape);
    }
}
