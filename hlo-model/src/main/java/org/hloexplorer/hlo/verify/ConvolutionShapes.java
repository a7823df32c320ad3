package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** Shapes of convolutions. */
final class ConvolutionShapes {
    private ConvolutionShapes() {}

    static Shape convolution(Application a, HloOp.Convolution op) {
        var input = a.array(0);
        var kernel = a.array(1);
        var labels = op.dimensions();
        checkRanks(a, op, input, kernel);
        checkGroups(a, op, input, kernel);
        int rank = 2 + labels.outputSpatial().size();
        var sizes = new ArrayList<>(Collections.nCopies(rank, 0L));
        Dimensions.check(a, "the output's labels", outputDimensions(labels), rank);
        sizes.set(labels.outputBatch(), input.dimension(labels.inputBatch()) / op.batchGroupCount());
        sizes.set(labels.outputFeature(), kernel.dimension(labels.kernelOutputFeature()));
        for (int i = 0; i < labels.outputSpatial().size(); i++) {
            var window = op.window().dimensions().get(i);
            checkWindow(
                    a, window.size(), kernel.dimension(labels.kernelSpatial().get(i)), i);
            sizes.set(
                    labels.outputSpatial().get(i),
                    Windows.positions(a, input.dimension(labels.inputSpatial().get(i)), window));
        }
        return Dimensions.array(DotShapes.resultType(a, input, kernel), sizes, Set.of());
    }

    private static List<Integer> outputDimensions(ConvolutionDimensions labels) {
        var all = new ArrayList<>(labels.outputSpatial());
        all.add(labels.outputBatch());
        all.add(labels.outputFeature());
        return all;
    }

    private static void checkRanks(Application a, HloOp.Convolution op, Shape.Array input, Shape.Array kernel) {
        int spatial = op.window().dimensions().size();
        var labels = op.dimensions();
        if (input.rank() != spatial + 2
                || kernel.rank() != spatial + 2
                || labels.inputSpatial().size() != spatial
                || labels.kernelSpatial().size() != spatial
                || labels.outputSpatial().size() != spatial) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "a window of %d dimensions and labels for %d do not go with %s and %s",
                    spatial,
                    labels.inputSpatial().size(),
                    input.withoutLayout(),
                    kernel.withoutLayout());
        }
    }

    private static void checkGroups(Application a, HloOp.Convolution op, Shape.Array input, Shape.Array kernel) {
        long features = input.dimension(op.dimensions().inputFeature());
        long kernelFeatures = kernel.dimension(op.dimensions().kernelInputFeature());
        long groups = op.featureGroupCount();
        if (groups < 1 || op.batchGroupCount() < 1) {
            throw a.fault(FindingCode.DIMENSION_NUMBERS, "there is one group or more");
        }
        if (features != Shape.UNBOUNDED && kernelFeatures != Shape.UNBOUNDED && features != kernelFeatures * groups) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "%d features of the input in %d groups do not agree with the %d of the kernel",
                    features,
                    groups,
                    kernelFeatures);
        }
        long outputs = kernel.dimension(op.dimensions().kernelOutputFeature());
        long batch = input.dimension(op.dimensions().inputBatch());
        if (outputs % groups != 0 || outputs % op.batchGroupCount() != 0 || batch % op.batchGroupCount() != 0) {
            throw a.fault(
                    FindingCode.OPERAND_SHAPES,
                    "%d output features and a batch of %d do not divide into groups of %d and %d",
                    outputs,
                    batch,
                    groups,
                    op.batchGroupCount());
        }
    }

    private static void checkWindow(Application a, long size, long kernel, int dimension) {
        if (!Dimensions.mayBeEqual(size, kernel)) {
            throw a.fault(
                    FindingCode.WINDOW,
                    "the window is %d wide in dimension %d, but the kernel is %d",
                    size,
                    dimension,
                    kernel);
        }
    }
}
