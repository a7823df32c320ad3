package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * A convolution of [batch, features, space…] with [output features, kernel space…, input features] to [output features,
 * batch, space…]: for each group, the product of its weights and the patches of the input.
 *
 * <p>Groups have blocks of output features with input features, or batches, of their own.
 */
final class GroupedConvolution {
    private final Cancellation cancellation;
    private final Object weights;
    private final Object in;
    private final WindowWalk walk;
    private final int[] space;
    private final int features;
    private final int groups;
    private final int groupInputs;
    private final int groupOutputs;
    private final int batches;
    private final boolean groupsAreBatches;

    GroupedConvolution(
            HloOp.Convolution convolution,
            Literal input,
            Literal kernel,
            Shape.Array output,
            Cancellation cancellation) {
        int[] inputSizes = Strides.sizes(input.shape().asArray());
        int[] kernelSizes = Strides.sizes(kernel.shape().asArray());
        int[] outputSizes = Strides.sizes(output);
        int rank = outputSizes.length;
        this.cancellation = cancellation;
        this.in = Storage.array(input);
        this.weights = Storage.array(kernel);
        this.space = Arrays.copyOfRange(inputSizes, 2, rank);
        this.walk = new WindowWalk(convolution.window().dimensions(), space, Arrays.copyOfRange(outputSizes, 2, rank));
        this.features = inputSizes[1];
        this.batches = outputSizes[1];
        this.groupsAreBatches = convolution.batchGroupCount() > 1;
        this.groups =
                Math.toIntExact(groupsAreBatches ? convolution.batchGroupCount() : convolution.featureGroupCount());
        this.groupInputs = kernelSizes[rank - 1];
        this.groupOutputs = outputSizes[0] / groups;
    }

    /** Adds to an output of zeros. */
    void run(Object out) {
        int depth = Strides.product(walk.windowSizes()) * groupInputs;
        int columns = batches * Strides.product(walk.outputSizes());
        var patches = new Patches(in, walk, features, space);
        var present = SkippingProduct.isNeeded(weights) ? present() : null;
        for (int group = 0; group < groups; group++) {
            int firstBatch = groupsAreBatches ? group * batches : 0;
            int firstFeature = groupsAreBatches ? 0 : group * groupInputs;
            int weightsAt = group * groupOutputs * depth;
            int outAt = group * groupOutputs * columns;
            var rows = patches.rows(firstBatch, firstFeature, groupInputs);
            if (present != null) {
                new SkippingProduct(groupOutputs, depth, columns, rows, present, cancellation)
                        .add(weights, weightsAt, out, outAt);
            } else {
                new MatrixProduct(groupOutputs, depth, columns, cancellation).add(weights, weightsAt, rows, out, outAt);
            }
        }
    }

    /** One where the patches hold an element of the input, zero where they hold padding. */
    private MatrixProduct.Matrix present() {
        var ones = SkippingProduct.ones(in, batches * Strides.product(space));
        var rows = new Patches(ones, walk, 1, space).rows(0, 0, 1);
        return (k, column, count, line) -> rows.read(k / groupInputs, column, count, line);
    }
}
