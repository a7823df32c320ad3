package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * {@code convolution}: brought into the order batch, space, features; each output position then sums the kernel positions
 * row-major, and within each the input features in order.
 *
 * <p>Positions in the padding and in the holes of a dilation are skipped, not multiplied by zero. Sums are kept in f32 for
 * narrow floats, in 64 bits for integers, in double for complex parts.
 */
final class ConvolutionProduct {
    private final Cancellation cancellation;
    private final Elementwise elementwise;
    private final DataMovement movement;

    ConvolutionProduct(Cancellation cancellation) {
        this.cancellation = cancellation;
        this.elementwise = new Elementwise(cancellation);
        this.movement = new DataMovement(cancellation);
    }

    Literal evaluate(Literal input, Literal kernel, HloOp.Convolution convolution, Shape.Array shape) {
        var type = shape.elementType();
        if (type.isComplex()) {
            return complex(input, kernel, convolution, shape);
        }
        var compute = type.isFloating() ? (type == PrimitiveType.F64 ? type : PrimitiveType.F32) : PrimitiveType.S64;
        return elementwise.convert(
                real(inType(input, type, compute), inType(kernel, type, compute), convolution, shape), type);
    }

    /** In the result's type first, then in the one that sums are made in. */
    private Literal inType(Literal literal, PrimitiveType type, PrimitiveType compute) {
        return elementwise.convert(elementwise.convert(literal, type), compute);
    }

    private Literal real(Literal input, Literal kernel, HloOp.Convolution convolution, Shape.Array shape) {
        var dimensions = convolution.dimensions();
        var inputOrder = order(dimensions.inputBatch(), dimensions.inputSpatial(), dimensions.inputFeature());
        var kernelOrder = new ArrayList<>(dimensions.kernelSpatial());
        kernelOrder.add(dimensions.kernelInputFeature());
        kernelOrder.add(dimensions.kernelOutputFeature());
        var outputOrder = order(dimensions.outputBatch(), dimensions.outputSpatial(), dimensions.outputFeature());
        var in = ordered(input, inputOrder);
        var weights = ordered(kernel, kernelOrder);
        var type = input.shape().asArray().elementType();
        var outShape =
                Shape.array(type, outputOrder.stream().map(shape::dimension).toList());
        var out = Storage.allocate(outShape);
        new ConvolutionLoops(convolution, in, weights, outShape, cancellation).run(out);
        return movement.transpose(Storage.literal(outShape, out), inverse(outputOrder), shape.withElementType(type));
    }

    /** As four real convolutions in double. */
    private Literal complex(Literal input, Literal kernel, HloOp.Convolution convolution, Shape.Array shape) {
        var inputParts = ComplexArrays.parts(elementwise.convert(input, PrimitiveType.C128));
        var kernelParts = ComplexArrays.parts(elementwise.convert(kernel, PrimitiveType.C128));
        var products = new Literal[2][2];
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 2; k++) {
                products[i][k] = real(inputParts.get(i), kernelParts.get(k), convolution, shape);
            }
        }
        double[] rr = Storage.doubles(products[0][0]);
        double[] ii = Storage.doubles(products[1][1]);
        double[] ri = Storage.doubles(products[0][1]);
        double[] ir = Storage.doubles(products[1][0]);
        var joined = new double[2 * rr.length];
        for (int i = 0; i < rr.length; i++) {
            joined[2 * i] = rr[i] - ii[i];
            joined[2 * i + 1] = ri[i] + ir[i];
        }
        return elementwise.convert(
                Storage.literal(shape.withElementType(PrimitiveType.C128), joined), shape.elementType());
    }

    private static List<Integer> order(int batch, List<Integer> spatial, int feature) {
        var order = new ArrayList<Integer>();
        order.add(batch);
        order.addAll(spatial);
        order.add(feature);
        return order;
    }

    private Literal ordered(Literal literal, List<Integer> order) {
        var from = literal.shape().asArray();
        return Strides.isIdentity(order)
                ? literal
                : movement.transpose(
                        literal,
                        order,
                        Shape.array(
                                from.elementType(),
                                order.stream().map(from::dimension).toList()));
    }

    private static List<Integer> inverse(List<Integer> permutation) {
        var inverse = new ArrayList<>(permutation);
        for (int i = 0; i < permutation.size(); i++) {
            inverse.set(permutation.get(i), i);
        }
        return inverse;
    }
}
