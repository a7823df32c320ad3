package org.hloexplorer.pipeline.backend.tpu;

import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;

/**
 * A convolution as products: a row of X for each position of the output, holding what the window sees there; a column of W
 * for each output feature; a product of the batch for each group of features.
 *
 * <p>Either K runs over the whole window (im2col), or each position of the window is a product of its own that adds to the
 * same accumulators (tap by tap). Values are the same but for the order of additions. What the window sees in the padding
 * or in the holes of a dilation is 0.
 */
final class ConvolutionMapping implements ArrayMapping {
    private final HloOp.Convolution convolution;
    private final Shape.Array input;
    private final Shape.Array kernel;
    private final Shape.Array output;
    private final OperandType type;
    private final ConvolutionMethod method;
    private final ImageWindow window;

    ConvolutionMapping(
            HloOp.Convolution convolution,
            Shape.Array input,
            Shape.Array kernel,
            Shape.Array output,
            OperandType type,
            ConvolutionMethod method) {
        this.convolution = convolution;
        this.input = input;
        this.kernel = kernel;
        this.output = output;
        this.type = type;
        this.method = method;
        this.window = new ImageWindow(convolution, input, kernel, output);
    }

    @Override
    public Gemm gemm() {
        int taps = method == ConvolutionMethod.TAPS ? window.taps() : 1;
        return new Gemm(groups(), rows(), outputFeatures() / groups(), window.taps() * groupInputs(), taps);
    }

    /** Elements of X, which im2col multiplies; more than an int may hold. */
    static long elementsOfX(HloOp.Convolution convolution, Shape.Array kernel, Shape.Array output) {
        long perOutput =
                kernel.elements() / kernel.dimension(convolution.dimensions().kernelOutputFeature());
        long positions =
                output.elements() / output.dimension(convolution.dimensions().outputFeature());
        return Math.multiplyExact(Math.multiplyExact(perOutput, positions), convolution.featureGroupCount());
    }

    @Override
    public OperandType type() {
        return type;
    }

    @Override
    public String description() {
        return method.description().formatted(window.taps(), groupInputs());
    }

    private int rows() {
        return Math.toIntExact(output.elements() / outputFeatures());
    }

    private int groups() {
        return Math.toIntExact(convolution.featureGroupCount());
    }

    private int groupInputs() {
        return Math.toIntExact(kernel.dimension(convolution.dimensions().kernelInputFeature()));
    }

    private int outputFeatures() {
        return Math.toIntExact(output.dimension(convolution.dimensions().outputFeature()));
    }

    @Override
    public float[] x(List<Literal> operands) {
        float[] from = DotValues.floats(operands.getFirst());
        int depth = groupInputs();
        int rows = rows();
        int taps = window.taps();
        int featureStride = DotValues.stride(input, convolution.dimensions().inputFeature());
        float[] x = new float[Math.multiplyExact(Math.multiplyExact(groups(), rows), taps * depth)];
        for (int row = 0; row < rows; row++) {
            for (int tap = 0; tap < taps; tap++) {
                int seen = window.input(row, tap);
                for (int i = 0; seen >= 0 && i < groups() * depth; i++) {
                    int to = ((i / depth * rows + row) * taps + tap) * depth + i % depth;
                    x[to] = from[seen + i * featureStride];
                }
            }
        }
        return x;
    }

    @Override
    public float[] w(List<Literal> operands) {
        float[] from = DotValues.floats(operands.getLast());
        int n = outputFeatures() / groups();
        int depth = groupInputs();
        int inputStride = DotValues.stride(kernel, convolution.dimensions().kernelInputFeature());
        int outputStride = DotValues.stride(kernel, convolution.dimensions().kernelOutputFeature());
        float[] w = new float[from.length];
        int to = 0;
        for (int group = 0; group < groups(); group++) {
            for (int tap = 0; tap < window.taps(); tap++) {
                for (int i = 0; i < depth; i++) {
                    for (int o = 0; o < n; o++) {
                        w[to++] = from[window.weight(tap) + i * inputStride + (group * n + o) * outputStride];
                    }
                }
            }
        }
        return w;
    }

    @Override
    public List<Long> xIndex(int batch, int m, int k) {
        int seen = window.input(m, k / groupInputs());
        int feature = batch * groupInputs() + k % groupInputs();
        int stride = DotValues.stride(input, convolution.dimensions().inputFeature());
        return seen < 0 ? List.of() : DotValues.index(input.dimensions(), seen + (long) feature * stride);
    }

    @Override
    public List<Long> wIndex(int batch, int k, int n) {
        int inputStride = DotValues.stride(kernel, convolution.dimensions().kernelInputFeature());
        int outputStride = DotValues.stride(kernel, convolution.dimensions().kernelOutputFeature());
        int feature = batch * (outputFeatures() / groups()) + n;
        long place = window.weight(k / groupInputs())
                + (long) k % groupInputs() * inputStride
                + (long) feature * outputStride;
        return DotValues.index(kernel.dimensions(), place);
    }

    @Override
    public List<Long> yIndex(int batch, int m, int n) {
        int stride = DotValues.stride(output, convolution.dimensions().outputFeature());
        int feature = batch * (outputFeatures() / groups()) + n;
        return DotValues.index(output.dimensions(), window.output(m) + (long) feature * stride);
    }

    @Override
    public Literal result(Shape.Array shape, double[] sums) {
        int n = outputFeatures() / groups();
        int rows = rows();
        int featureStride = DotValues.stride(output, convolution.dimensions().outputFeature());
        double[] ordered = new double[sums.length];
        for (int row = 0; row < rows; row++) {
            int to = window.output(row);
            for (int feature = 0; feature < outputFeatures(); feature++) {
                ordered[to + feature * featureStride] = sums[(feature / n * rows + row) * n + feature % n];
            }
        }
        return DotValues.literal(shape, ordered);
    }
}
