package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.onednn.DataType;
import org.hloexplorer.pipeline.onednn.Geometry;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.Tensor;

/**
 * A convolution as one of the library's three.
 *
 * <p>A window that is reversed, over an input that may be dilated, is what a deconvolution does: the gradient of a
 * convolution by its input. A window as large as a gradient, which leaves a result as small as a kernel, is the gradient by the
 * kernel: there batches and features have changed places, and strides and dilations.
 */
final class ConvolutionForm {
    private static final int MOST_SPATIAL = 3;

    private final HloOp.Convolution op;
    private final ConvolutionDimensions dimensions;
    private final Shape.Array input;
    private final Shape.Array kernel;
    private final Shape.Array output;

    private ConvolutionForm(HloOp.Convolution op, Shape.Array input, Shape.Array kernel, Shape.Array output) {
        this.op = op;
        this.dimensions = op.dimensions();
        this.input = input;
        this.kernel = kernel;
        this.output = output;
    }

    /** @throws Unsuitable where the library has no such convolution; says why */
    static Asked of(HloOp.Convolution op, Shape.Array input, Shape.Array kernel, Shape.Array output) {
        return new ConvolutionForm(op, input, kernel, output).asked();
    }

    private Asked asked() {
        check();
        if (windows().stream().allMatch(Window.Dimension::reversed)) {
            return deconvolution();
        }
        return isGradientOfKernel() ? gradientOfKernel() : forward();
    }

    private void check() {
        var type = Arrays.type(input);
        if (Arrays.type(kernel) != type
                || !(Arrays.type(output) == type || Arrays.type(output) == DataType.F32)
                || type == DataType.S32
                || type == DataType.S8
                || type == DataType.U8) {
            throw new Unsuitable(
                    "it convolves no %s by %s to %s here".formatted(type, Arrays.type(kernel), Arrays.type(output)));
        }
        if (windows().isEmpty() || windows().size() > MOST_SPATIAL) {
            throw new Unsuitable("it takes 1 to 3 spatial dimensions, and this has %d"
                    .formatted(windows().size()));
        }
        if (input.elements() == 0 || kernel.elements() == 0 || output.elements() == 0) {
            throw new Unsuitable("an array has no elements");
        }
        if (op.batchGroupCount() > 1) {
            throw new Unsuitable("it knows groups of features, not of batches");
        }
        boolean isAnyReversed = windows().stream().anyMatch(each -> each.reversed() && each.size() > 1);
        boolean isAnyNot = windows().stream().anyMatch(each -> !each.reversed() && each.size() > 1);
        if (isAnyReversed && isAnyNot) {
            throw new Unsuitable("the window is reversed along some dimensions only");
        }
        if (!isAnyReversed && windows().stream().anyMatch(each -> each.baseDilation() > 1)) {
            throw new Unsuitable("it dilates an input for a reversed window only");
        }
    }

    private List<Window.Dimension> windows() {
        return op.window().dimensions();
    }

    private Asked forward() {
        var geometry = new Geometry(
                each(Window.Dimension::stride),
                each(window -> window.windowDilation() - 1),
                each(Window.Dimension::paddingLow),
                each(Window.Dimension::paddingHigh));
        checkPadding(geometry);
        return asked(Primitive.Kind.CONVOLUTION, weights(), geometry);
    }

    /** The library counts padding from the result: what a window of the forward convolution would have. */
    private Asked deconvolution() {
        if (windows().stream().anyMatch(each -> each.stride() > 1)) {
            throw new Unsuitable("a reversed window moves by 1 there");
        }
        var geometry = new Geometry(
                each(Window.Dimension::baseDilation),
                each(window -> window.windowDilation() - 1),
                each(window -> (window.size() - 1) * window.windowDilation() - window.paddingLow()),
                each(window -> (window.size() - 1) * window.windowDilation() - window.paddingHigh()));
        checkPadding(geometry);
        return asked(Primitive.Kind.DECONVOLUTION, weights(), geometry);
    }

    private static void checkPadding(Geometry geometry) {
        if (geometry.paddingLow().stream().anyMatch(each -> each < 0)
                || geometry.paddingHigh().stream().anyMatch(each -> each < 0)) {
            throw new Unsuitable("it cuts nothing off, which negative padding does");
        }
    }

    /** Batches and features have changed places in the labels, and the window covers more than it has positions. */
    private boolean isGradientOfKernel() {
        for (int i = 0; i < windows().size(); i++) {
            var window = windows().get(i);
            if (window.paddingLow() < 0
                    || window.size()
                            < output.dimension(dimensions.outputSpatial().get(i))) {
                return false;
            }
        }
        return op.featureGroupCount() == 1 && dimensions.inputFeature() < dimensions.inputBatch();
    }

    private Asked gradientOfKernel() {
        var source = tensor(input, dimensions.inputFeature(), dimensions.inputBatch(), dimensions.inputSpatial());
        var gradient = tensor(
                kernel, dimensions.kernelInputFeature(), dimensions.kernelOutputFeature(), dimensions.kernelSpatial());
        var result = tensor(output, dimensions.outputFeature(), dimensions.outputBatch(), dimensions.outputSpatial());
        List<Long> high = new ArrayList<>();
        for (int i = 0; i < windows().size(); i++) {
            var window = windows().get(i);
            long reach = (window.size() - 1) * window.windowDilation()
                    + (output.dimension(dimensions.outputSpatial().get(i)) - 1) * window.stride()
                    + 1;
            long there = input.dimension(dimensions.inputSpatial().get(i)) + window.paddingLow();
            high.add(Math.max(0, reach - there));
        }
        var geometry = new Geometry(
                each(Window.Dimension::windowDilation),
                each(window -> window.stride() - 1),
                each(Window.Dimension::paddingLow),
                high);
        return new Asked(
                Primitive.Kind.CONVOLUTION_WEIGHTS,
                source,
                gradient,
                result,
                geometry,
                false,
                axes(dimensions.outputFeature(), dimensions.outputBatch()),
                0);
    }

    private Asked asked(Primitive.Kind kind, Tensor weights, Geometry geometry) {
        return new Asked(
                kind,
                tensor(input, dimensions.inputBatch(), dimensions.inputFeature(), dimensions.inputSpatial()),
                weights,
                tensor(output, dimensions.outputBatch(), dimensions.outputFeature(), dimensions.outputSpatial()),
                geometry,
                false,
                axes(dimensions.outputBatch(), dimensions.outputFeature()),
                1);
    }

    private List<Axis> axes(int first, int second) {
        List<Axis> axes = new ArrayList<>();
        axes.add(axis(first));
        axes.add(axis(second));
        dimensions.outputSpatial().forEach(each -> axes.add(axis(each)));
        return axes;
    }

    private Axis axis(int dimension) {
        long size = output.dimension(dimension);
        return new Axis(size, List.of(0L, 0L, 0L), List.of(new Axis.Part(dimension, size)));
    }

    /** Groups are a dimension of their own in front. */
    private Tensor weights() {
        var plain = tensor(
                kernel, dimensions.kernelOutputFeature(), dimensions.kernelInputFeature(), dimensions.kernelSpatial());
        long groups = op.featureGroupCount();
        if (groups == 1) {
            return plain;
        }
        List<Long> sizes = new ArrayList<>(plain.dimensions());
        List<Long> strides = new ArrayList<>(Arrays.strides(
                kernel,
                order(dimensions.kernelOutputFeature(), dimensions.kernelInputFeature(), dimensions.kernelSpatial())));
        long each = sizes.getFirst() / groups;
        sizes.set(0, each);
        sizes.addFirst(groups);
        strides.addFirst(strides.getFirst() * each);
        return Arrays.tensor(plain.type(), sizes, strides);
    }

    private static Tensor tensor(Shape.Array shape, int first, int second, List<Integer> spatial) {
        var order = order(first, second, spatial);
        return Arrays.tensor(
                Arrays.type(shape), order.stream().map(shape::dimension).toList(), Arrays.strides(shape, order));
    }

    private static List<Integer> order(int first, int second, List<Integer> spatial) {
        List<Integer> order = new ArrayList<>(List.of(first, second));
        order.addAll(spatial);
        return order;
    }

    private List<Long> each(ToLongFunction<Window.Dimension> number) {
        return windows().stream().mapToLong(number).boxed().toList();
    }
}
