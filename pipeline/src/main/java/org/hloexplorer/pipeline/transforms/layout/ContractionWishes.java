package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.BUFFER;
import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.OPERAND;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** How products and convolutions want their operands and results, on a target. */
record ContractionWishes(LayoutTarget target, ConvolutionOrder order) {

    /** The result's layout; empty where the instruction is neither a product nor a convolution. */
    Optional<LayoutConstraint> ofResult(HloInstruction instruction) {
        if (!(instruction.shape() instanceof Shape.Array result)) {
            return Optional.empty();
        }
        return switch (instruction.op()) {
            case HloOp.Dot _ ->
                Optional.of(LayoutConstraint.rowMajor(
                        BUFFER, result.rank(), "%s writes its result row-major".formatted(instruction)));
            case HloOp.Convolution convolution ->
                Optional.of(LayoutConstraint.of(
                        BUFFER, image(convolution.dimensions(), Part.OUTPUT, result), wish(instruction, result)));
            default -> Optional.empty();
        };
    }

    /** The layout of an operand that lies as {@code array} says so far; empty for other instructions. */
    Optional<LayoutConstraint> ofOperand(HloInstruction instruction, int operand, Shape.Array array) {
        return switch (instruction.op()) {
            case HloOp.Dot dot -> Optional.of(ofFactor(instruction, dot, operand, array));
            case HloOp.Convolution convolution ->
                Optional.of(LayoutConstraint.of(
                        OPERAND,
                        operand == 0
                                ? image(convolution.dimensions(), Part.INPUT, array)
                                : kernel(convolution.dimensions(), array),
                        wish(instruction, array)));
            default -> Optional.empty();
        };
    }

    private String wish(HloInstruction convolution, Shape.Array array) {
        return "%s %s".formatted(convolution, order.wish(target, array.elementType()));
    }

    private LayoutConstraint ofFactor(HloInstruction instruction, HloOp.Dot dot, int operand, Shape.Array array) {
        var batches =
                operand == 0 ? dot.dimensions().lhsBatch() : dot.dimensions().rhsBatch();
        if (target == LayoutTarget.GPU && isMatrixEitherWay(array, batches)) {
            return LayoutConstraint.of(
                    OPERAND, array.layout(), "%s takes matrices either way round".formatted(instruction));
        }
        return LayoutConstraint.rowMajor(
                OPERAND,
                array.rank(),
                target == LayoutTarget.GPU
                        ? "%s takes matrices whose batches are outermost".formatted(instruction)
                        : "%s (%s) is implemented for row-major arrays".formatted(instruction, instruction.opcode()));
    }

    /** Whether a library can be told to read it as it lies: batches in their order, and then two dimensions. */
    private static boolean isMatrixEitherWay(Shape.Array array, List<Integer> batches) {
        var outermost = array.layout().minorToMajor().reversed().subList(0, batches.size());
        return array.layout().tiles().isEmpty() && array.rank() == batches.size() + 2 && outermost.equals(batches);
    }

    /**
     * What a product asks of an operand that could lie in any order, that is, of one made from constants: a vector times
     * a matrix reads columns.
     */
    Optional<LayoutConstraint> ofUnbound(HloInstruction instruction, int operand, Shape.Array array) {
        if (instruction.op() instanceof HloOp.Convolution) {
            return ofOperand(instruction, operand, array);
        }
        return instruction.op() instanceof HloOp.Dot dot
                        && target == LayoutTarget.CPU
                        && operand == 1
                        && array.rank() == 2
                        && instruction.shape() instanceof Shape.Array result
                        && result.rank() <= 1
                        && dot.dimensions().rhsContracting().equals(List.of(0))
                ? Optional.of(LayoutConstraint.of(
                        OPERAND,
                        Layout.of(List.of(0, 1)),
                        "%s wants its contracting dimension minor".formatted(instruction)))
                : Optional.empty();
    }

    private enum Part {
        INPUT,
        OUTPUT
    }

    private Layout image(ConvolutionDimensions dimensions, Part part, Shape.Array array) {
        boolean isInput = part == Part.INPUT;
        int batch = isInput ? dimensions.inputBatch() : dimensions.outputBatch();
        int feature = isInput ? dimensions.inputFeature() : dimensions.outputFeature();
        var spatial = isInput ? dimensions.inputSpatial() : dimensions.outputSpatial();
        return switch (order.on(target, array.elementType())) {
            case NCHW -> majorToMinor(List.of(batch, feature), spatial, List.of());
            case NHWC -> majorToMinor(List.of(batch), spatial, List.of(feature));
            case AUTO, WRITTEN -> Layout.descending(array.rank());
        };
    }

    /** Kernels follow their images: OIHW with NCHW; with NHWC, OHWI for libraries of GPUs and HWIO elsewhere. */
    private Layout kernel(ConvolutionDimensions dimensions, Shape.Array array) {
        int in = dimensions.kernelInputFeature();
        int out = dimensions.kernelOutputFeature();
        var spatial = dimensions.kernelSpatial();
        return switch (order.on(target, array.elementType())) {
            case NCHW -> majorToMinor(List.of(out, in), spatial, List.of());
            case NHWC ->
                target == LayoutTarget.GPU
                        ? majorToMinor(List.of(out), spatial, List.of(in))
                        : majorToMinor(List.of(), spatial, List.of(in, out));
            case AUTO, WRITTEN -> Layout.descending(array.rank());
        };
    }

    private static Layout majorToMinor(List<Integer> first, List<Integer> then, List<Integer> last) {
        var dimensions = new ArrayList<>(first);
        dimensions.addAll(then);
        dimensions.addAll(last);
        return Layout.of(IntStream.range(0, dimensions.size())
                .mapToObj(i -> dimensions.get(dimensions.size() - 1 - i))
                .toList());
    }
}
