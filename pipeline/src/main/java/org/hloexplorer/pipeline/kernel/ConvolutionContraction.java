package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.jspecify.annotations.Nullable;

/**
 * A convolution as a contraction: rows are batches and positions of the result, columns its features, the depth positions in
 * the kernel and the input's features. Groups are batches of the contraction.
 *
 * @param groups of features, or of batches
 */
record ConvolutionContraction(
        HloOp.Convolution op, Shape.Array input, Shape.Array kernel, Shape.Array output, long groups, int instruction)
        implements Contraction {

    static ConvolutionContraction of(
            HloOp.Convolution op, Shape.Array input, Shape.Array kernel, Shape.Array output, int instruction) {
        long groups = Math.max(op.featureGroupCount(), op.batchGroupCount());
        return new ConvolutionContraction(op, input, kernel, output, groups, instruction);
    }

    private boolean groupsAreBatches() {
        return op.batchGroupCount() > 1;
    }

    @Override
    public List<Long> batchSizes() {
        return List.of(groups);
    }

    @Override
    public List<Long> rowSizes() {
        var sizes = new ArrayList<Long>();
        sizes.add(output.dimension(op.dimensions().outputBatch()));
        op.dimensions().outputSpatial().forEach(dimension -> sizes.add(output.dimension(dimension)));
        return sizes;
    }

    @Override
    public List<Long> columnSizes() {
        return List.of(output.dimension(op.dimensions().outputFeature()) / groups);
    }

    @Override
    public List<Long> depthSizes() {
        var sizes = new ArrayList<Long>();
        op.window().dimensions().forEach(dimension -> sizes.add(dimension.size()));
        sizes.add(kernel.dimension(op.dimensions().kernelInputFeature()));
        return sizes;
    }

    @Override
    public Line lhs(Block block, List<Index> batch, List<Index> row, List<Index> depth) {
        var dimensions = op.dimensions();
        var position =
                new WindowPosition(block, unreversed(), spatialInput(), row.subList(1, row.size()), depth, instruction);
        var group = batch.getFirst();
        var places = new Index[input.rank()];
        for (int i = 0; i < dimensions.inputSpatial().size(); i++) {
            places[dimensions.inputSpatial().get(i)] = position.indices().get(i);
        }
        long perGroup = output.dimension(dimensions.outputBatch());
        places[dimensions.inputBatch()] =
                groupsAreBatches() ? group.times(perGroup).plus(row.getFirst()) : row.getFirst();
        long features = kernel.dimension(dimensions.kernelInputFeature());
        var test = position.test();
        return new Line() {
            @Override
            public @Nullable Value test() {
                return test;
            }

            @Override
            public List<Index> at(Index last) {
                var at = places.clone();
                at[dimensions.inputFeature()] =
                        groupsAreBatches() ? last : group.times(features).plus(last);
                return Arrays.asList(at);
            }
        };
    }

    /** The kernel is read backwards where the window is reversed; the input never is. */
    private Window unreversed() {
        return new Window(op.window().dimensions().stream()
                .map(each -> new Window.Dimension(
                        each.size(),
                        each.stride(),
                        each.paddingLow(),
                        each.paddingHigh(),
                        each.baseDilation(),
                        each.windowDilation(),
                        false))
                .toList());
    }

    private Shape.Array spatialInput() {
        return Shape.array(
                input.elementType(),
                op.dimensions().inputSpatial().stream().map(input::dimension).toList());
    }

    @Override
    public List<Index> rhs(List<Index> batch, List<Index> column, List<Index> depth) {
        var dimensions = op.dimensions();
        var at = new Index[kernel.rank()];
        for (int i = 0; i < dimensions.kernelSpatial().size(); i++) {
            var window = op.window().dimensions().get(i);
            at[dimensions.kernelSpatial().get(i)] =
                    window.reversed() ? Index.of(window.size() - 1).minus(depth.get(i)) : depth.get(i);
        }
        at[dimensions.kernelInputFeature()] = depth.getLast();
        at[dimensions.kernelOutputFeature()] =
                batch.getFirst().times(columnSizes().getFirst()).plus(column.getFirst());
        return Arrays.asList(at);
    }

    @Override
    public List<Index> result(List<Index> batch, List<Index> row, List<Index> column) {
        var dimensions = op.dimensions();
        var at = new Index[output.rank()];
        at[dimensions.outputBatch()] = row.getFirst();
        for (int i = 0; i < dimensions.outputSpatial().size(); i++) {
            at[dimensions.outputSpatial().get(i)] = row.get(i + 1);
        }
        at[dimensions.outputFeature()] =
                batch.getFirst().times(columnSizes().getFirst()).plus(column.getFirst());
        return Arrays.asList(at);
    }
}
