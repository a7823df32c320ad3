package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Window;

/** Operations that slide a window over an array. */
final class WindowConverter {
    private final RegionConverter regions;

    WindowConverter(RegionConverter regions) {
        this.regions = regions;
    }

    HloOp reduceWindow(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        return new HloOp.ReduceWindow(
                window(attributes.longs("window_dimensions"), attributes, operands),
                regions.closed(operation, operation.regions().getFirst(), "region"));
    }

    HloOp selectAndScatter(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var sizes =
                attributes.longsOr(same(operands.getFirst().shape().asArray().rank(), 1), "window_dimensions");
        return new HloOp.SelectAndScatter(
                window(sizes, attributes, operands),
                regions.closed(operation, operation.regions().getFirst(), "select"),
                regions.closed(operation, operation.regions().getLast(), "scatter"));
    }

    private static Window window(List<Long> sizes, OperationAttributes attributes, List<HloInstruction> operands) {
        int rank = sizes.size();
        if (rank != operands.getFirst().shape().asArray().rank()) {
            throw new IllegalArgumentException("the window has %d dimensions".formatted(rank));
        }
        return window(
                sizes,
                attributes.longsOr(same(rank, 1), "window_strides"),
                padding(attributes, rank, "padding"),
                attributes.longsOr(same(rank, 1), "base_dilations"),
                attributes.longsOr(same(rank, 1), "window_dilations"),
                same(rank, 0));
    }

    private static List<Long> same(int rank, long value) {
        return Collections.nCopies(rank, value);
    }

    private static List<List<Long>> padding(OperationAttributes attributes, int rank, String name) {
        return attributes.has(name) ? attributes.rows(name) : Collections.nCopies(rank, List.of(0L, 0L));
    }

    private static Window window(
            List<Long> sizes,
            List<Long> strides,
            List<List<Long>> padding,
            List<Long> baseDilations,
            List<Long> windowDilations,
            List<Long> reversed) {
        var dimensions = new ArrayList<Window.Dimension>();
        for (int i = 0; i < sizes.size(); i++) {
            dimensions.add(new Window.Dimension(
                    sizes.get(i),
                    strides.get(i),
                    padding.get(i).getFirst(),
                    padding.get(i).getLast(),
                    baseDilations.get(i),
                    windowDilations.get(i),
                    reversed.get(i) != 0));
        }
        return new Window(dimensions);
    }

    HloOp convolution(List<HloInstruction> operands, OperationAttributes attributes) {
        var dimensions = dimensions(attributes);
        int rank = dimensions.kernelSpatial().size();
        var kernel = operands.get(1).shape().asArray();
        var sizes = dimensions.kernelSpatial().stream().map(kernel::dimension).toList();
        var window = attributes.nested("window");
        var pretty = attributes.has("window");
        return new HloOp.Convolution(
                pretty
                        ? window(
                                sizes,
                                window.longsOr(same(rank, 1), "stride"),
                                padding(window, rank, "pad"),
                                window.longsOr(same(rank, 1), "lhs_dilate"),
                                window.longsOr(same(rank, 1), "rhs_dilate"),
                                window.longsOr(same(rank, 0), "reverse"))
                        : window(
                                sizes,
                                attributes.longsOr(same(rank, 1), "window_strides"),
                                padding(attributes, rank, "padding"),
                                attributes.longsOr(same(rank, 1), "lhs_dilation"),
                                attributes.longsOr(same(rank, 1), "rhs_dilation"),
                                attributes.longsOr(same(rank, 0), "window_reversal")),
                dimensions,
                attributes.number(1, "feature_group_count"),
                attributes.number(1, "batch_group_count"),
                attributes.precision());
    }

    /** {@code [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]} */
    private static ConvolutionDimensions dimensions(OperationAttributes attributes) {
        if (!(attributes.get("dim_numbers", "dimension_numbers") instanceof Value.Values(var sides))
                || sides.size() != 3) {
            throw new IllegalArgumentException("dim_numbers names the dimensions of input, kernel and output");
        }
        var input = labels(sides.get(0));
        var kernel = labels(sides.get(1));
        var output = labels(sides.get(2));
        return new ConvolutionDimensions(
                at(input, "b"),
                at(input, "f"),
                spatial(input),
                at(kernel, "i"),
                at(kernel, "o"),
                spatial(kernel),
                at(output, "b"),
                at(output, "f"),
                spatial(output));
    }

    private static List<String> labels(Value side) {
        var labels = new ArrayList<String>();
        if (side instanceof Value.Values(var values)) {
            for (var value : values) {
                labels.add(
                        switch (value) {
                            case Value.Word(var text) -> text;
                            case Value.Int(var number) -> Long.toString(number);
                            default -> "?";
                        });
            }
        }
        return labels;
    }

    private static int at(List<String> labels, String label) {
        int position = labels.indexOf(label);
        if (position < 0) {
            throw new IllegalArgumentException("dim_numbers lacks " + label);
        }
        return position;
    }

    private static List<Integer> spatial(List<String> labels) {
        var positions = new ArrayList<Integer>();
        for (int i = 0; labels.contains(Integer.toString(i)); i++) {
            positions.add(labels.indexOf(Integer.toString(i)));
        }
        return positions;
    }
}
