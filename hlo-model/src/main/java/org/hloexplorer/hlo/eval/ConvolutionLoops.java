package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * A convolution of [batch, space…, features] with [space…, input features, output features].
 *
 * <p>One output position is a row of all its features; each kernel position adds to it the product of a row of input
 * features and a matrix of weights. Groups are blocks of output features with input features, or batches, of their own.
 */
final class ConvolutionLoops {
    private static final long MACS_PER_BLOCK = 1 << 18;

    private final Cancellation cancellation;
    private final Object in;
    private final Object weights;
    private final WindowWalk walk;
    private final boolean[] reversed;
    private final int[] inputStrides;
    private final int[] kernelStrides;
    private final int inputBatchStride;
    private final int batches;
    private final int positions;
    private final int kernelPositions;
    private final int groups;
    private final int groupInputs;
    private final int groupOutputs;
    private final int outputs;
    private final boolean groupsAreBatches;

    ConvolutionLoops(
            HloOp.Convolution convolution,
            Literal input,
            Literal kernel,
            Shape.Array output,
            Cancellation cancellation) {
        int[] inputSizes = Strides.sizes(input.shape().asArray());
        int[] kernelSizes = Strides.sizes(kernel.shape().asArray());
        int[] outputSizes = Strides.sizes(output);
        int rank = outputSizes.length;
        var window = convolution.window().dimensions();
        this.cancellation = cancellation;
        this.in = Storage.array(input);
        this.weights = Storage.array(kernel);
        this.walk = new WindowWalk(
                window, Arrays.copyOfRange(inputSizes, 1, rank - 1), Arrays.copyOfRange(outputSizes, 1, rank - 1));
        this.reversed = new boolean[window.size()];
        for (int dimension = 0; dimension < reversed.length; dimension++) {
            reversed[dimension] = window.get(dimension).reversed();
        }
        int[] strides = Strides.of(inputSizes);
        this.inputBatchStride = strides[0];
        this.inputStrides = Arrays.copyOfRange(strides, 1, rank - 1);
        this.kernelStrides = Arrays.copyOfRange(Strides.of(kernelSizes), 0, rank - 2);
        this.batches = outputSizes[0];
        this.outputs = outputSizes[rank - 1];
        this.positions = Strides.product(walk.outputSizes());
        this.kernelPositions = Strides.product(walk.windowSizes());
        this.groupsAreBatches = convolution.batchGroupCount() > 1;
        this.groups =
                Math.toIntExact(groupsAreBatches ? convolution.batchGroupCount() : convolution.featureGroupCount());
        this.groupInputs = kernelSizes[rank - 2];
        this.groupOutputs = outputs / groups;
    }

    void run(Object out) {
        long macs = (long) kernelPositions * groupInputs * outputs;
        int perBlock = (int) Math.max(1, MACS_PER_BLOCK / Math.max(1, macs));
        if (kernelPositions == 0) {
            return;
        }
        Work.inBlocks(batches * positions, perBlock, cancellation, (from, to) -> {
            var position = new int[walk.rank()];
            var kernel = new int[walk.rank()];
            for (int row = from; row < to; row++) {
                Positions.set(position, walk.outputSizes(), row % positions);
                outputRow(row / positions, position, kernel, out, row * outputs);
            }
        });
    }

    private void outputRow(int batch, int[] position, int[] kernel, Object out, int outAt) {
        do {
            int index = walk.index(kernel, position, inputStrides);
            if (index >= 0) {
                int weightsAt = kernelOffset(kernel);
                for (int group = 0; group < groups; group++) {
                    addGroup(batch, index, weightsAt, group, out, outAt);
                }
            }
        } while (Positions.advance(kernel, walk.windowSizes()));
    }

    private int kernelOffset(int[] kernel) {
        int offset = 0;
        for (int dimension = 0; dimension < kernel.length; dimension++) {
            int position =
                    reversed[dimension] ? walk.windowSizes()[dimension] - 1 - kernel[dimension] : kernel[dimension];
            offset += position * kernelStrides[dimension];
        }
        return offset;
    }

    private void addGroup(int batch, int index, int weightsAt, int group, Object out, int outAt) {
        int inAt = groupsAreBatches
                ? (group * batches + batch) * inputBatchStride + index
                : batch * inputBatchStride + index + group * groupInputs;
        int firstOutput = group * groupOutputs;
        switch (out) {
            case float[] floats -> addFloats(inAt, weightsAt + firstOutput, floats, outAt + firstOutput);
            case double[] doubles -> addDoubles(inAt, weightsAt + firstOutput, doubles, outAt + firstOutput);
            case long[] longs -> addLongs(inAt, weightsAt + firstOutput, longs, outAt + firstOutput);
            default -> throw new IllegalStateException("no convolution of " + out.getClass());
        }
    }

    private void addFloats(int inAt, int weightsAt, float[] out, int outAt) {
        var x = (float[]) in;
        var w = (float[]) weights;
        int feature = 0;
        for (; feature + 4 <= groupInputs; feature += 4) {
            float x0 = x[inAt + feature];
            float x1 = x[inAt + feature + 1];
            float x2 = x[inAt + feature + 2];
            float x3 = x[inAt + feature + 3];
            int w0 = weightsAt + feature * outputs;
            int w1 = w0 + outputs;
            int w2 = w1 + outputs;
            int w3 = w2 + outputs;
            for (int i = 0; i < groupOutputs; i++) {
                out[outAt + i] = out[outAt + i] + x0 * w[w0 + i] + x1 * w[w1 + i] + x2 * w[w2 + i] + x3 * w[w3 + i];
            }
        }
        for (; feature < groupInputs; feature++) {
            float x0 = x[inAt + feature];
            int w0 = weightsAt + feature * outputs;
            for (int i = 0; i < groupOutputs; i++) {
                out[outAt + i] += x0 * w[w0 + i];
            }
        }
    }

    private void addDoubles(int inAt, int weightsAt, double[] out, int outAt) {
        var x = (double[]) in;
        var w = (double[]) weights;
        for (int feature = 0; feature < groupInputs; feature++) {
            double factor = x[inAt + feature];
            int row = weightsAt + feature * outputs;
            for (int i = 0; i < groupOutputs; i++) {
                out[outAt + i] += factor * w[row + i];
            }
        }
    }

    private void addLongs(int inAt, int weightsAt, long[] out, int outAt) {
        var x = (long[]) in;
        var w = (long[]) weights;
        for (int feature = 0; feature < groupInputs; feature++) {
            long factor = x[inAt + feature];
            int row = weightsAt + feature * outputs;
            for (int i = 0; i < groupOutputs; i++) {
                out[outAt + i] += factor * w[row + i];
            }
        }
    }
}
