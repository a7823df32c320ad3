package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.onednn.DataType;
import org.hloexplorer.pipeline.onednn.Geometry;
import org.hloexplorer.pipeline.onednn.PostOp;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A dot or convolution in the library's words, before what follows it.
 *
 * @param isSwapped whether source and weights are the right operand and the left one
 * @param axes the result's, in the library's order
 * @param biasAxis the one along which a bias is added
 */
record Asked(
        Primitive.Kind kind,
        Tensor source,
        Tensor weights,
        Tensor destination,
        @Nullable Geometry geometry,
        boolean isSwapped,
        List<Axis> axes,
        int biasAxis) {

    /** The primitive; the arrays are those that come in with the steps, in their order. */
    Primitive with(List<Epilogue.Step> steps, List<Shape.Array> arrays) {
        var bias = bias(steps, arrays);
        List<PostOp> operations = new ArrayList<>();
        int next = 0;
        for (var step : steps) {
            switch (step) {
                case Epilogue.Step.Function(var function) -> operations.add(function);
                case Epilogue.Step.WithArray(var operator, int _, var dimensions) -> {
                    if (bias == null || next > 0) {
                        operations.add(
                                new PostOp.Binary(operator, Arrays.broadcast(arrays.get(next), dimensions, axes)));
                    }
                    next++;
                }
            }
        }
        return new Primitive(kind, source, weights, bias, destination, geometry, operations);
    }

    /** What the first step adds, where it goes along the axis of a bias and no other. */
    private @Nullable Tensor bias(List<Epilogue.Step> steps, List<Shape.Array> arrays) {
        if (kind == Primitive.Kind.CONVOLUTION_WEIGHTS
                || steps.isEmpty()
                || !(steps.getFirst() instanceof Epilogue.Step.WithArray(var operator, int _, var dimensions))
                || operator != PostOp.Operator.ADD
                || Arrays.type(arrays.getFirst()) != DataType.F32) {
            return null;
        }
        var whole = Arrays.broadcast(arrays.getFirst(), dimensions, axes);
        for (int i = 0; i < whole.dimensions().size(); i++) {
            if ((i == biasAxis) != (whole.dimensions().get(i) > 1)) {
                return null;
            }
        }
        return kind == Primitive.Kind.MATMUL
                ? whole
                : Arrays.tensor(
                        whole.type(),
                        List.of(whole.dimensions().get(biasAxis)),
                        List.of(whole.strides().get(biasAxis)));
    }
}
