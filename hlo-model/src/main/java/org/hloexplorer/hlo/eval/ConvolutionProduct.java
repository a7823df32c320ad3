package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * {@code convolution}: brought into an order in which it is a product of matrices; each output position sums the kernel
 * positions row-major, and within each the input features in order.
 *
 * <p>Sums are kept in f32 for narrow floats, in 64 bits for integers, in double for complex parts.
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

    /** Each group's weights, a row for each output feature, times the patches of the input. */
    private Literal real(Literal input, Literal kernel, HloOp.Convolution convolution, Shape.Array shape) {
        var labels = convolution.dimensions();
        var in = ordered(input, order(labels.inputBatch(), labels.inputFeature(), labels.inputSpatial()));
        var weightsOrder = new ArrayList<>(List.of(labels.kernelOutputFeature()));
        weightsOrder.addAll(labels.kernelSpatial());
        weightsOrder.add(labels.kernelInputFeature());
        var weights = ordered(reversed(kernel, convolution), weightsOrder);
        var outputOrder = order(labels.outputFeature(), labels.outputBatch(), labels.outputSpatial());
        var type = input.shape().asArray().elementType();
        var outShape =
                Shape.array(type, outputOrder.stream().map(shape::dimension).toList());
        var out = Storage.allocate(outShape);
        new GroupedConvolution(convolution, in, weights, outShape, cancellation).run(out);
        return movement.transpose(Storage.literal(outShape, out), inverse(outputOrder), shape.withElementType(type));
    }

    /** The kernel as the window walks over it. */
    private Literal reversed(Literal kernel, HloOp.Convolution convolution) {
        var window = convolution.window().dimensions();
        var dimensions = IntStream.range(0, window.size())
                .filter(each -> window.get(each).reversed())
                .map(convolution.dimensions().kernelSpatial()::get)
                .boxed()
                .toList();
        return dimensions.isEmpty()
                ? kernel
                : movement.reverse(kernel, dimensions, kernel.shape().asArray());
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

    private static List<Integer> order(int first, int second, List<Integer> spatial) {
        var order = new ArrayList<Integer>();
        order.add(first);
        order.add(second);
        order.addAll(spatial);
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
