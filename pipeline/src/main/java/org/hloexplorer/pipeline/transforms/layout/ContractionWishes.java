package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.pipeline.transforms.layout.LayoutReason.Kind.BUFFER;
import static org.hloexplorer.pipeline.transforms.layout.LayoutReason.Kind.OPERAND;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** How products and convolutions want their operands and results, on a target. */
record ContractionWishes(LayoutTarget target, ConvolutionOrder order) {

    /** The result's layout; empty where the instruction is neither a product nor a convolution. */
    Optional<LayoutWish> ofResult(HloInstruction instruction) {
        if (!(instruction.shape() instanceof Shape.Array result)) {
            return Optional.empty();
        }
        return switch (instruction.op()) {
            case HloOp.Dot _ ->
                Optional.of(LayoutWish.rowMajor(
                        result, LayoutReason.of(BUFFER, "%s writes its result row-major".formatted(instruction))));
            case HloOp.Convolution convolution ->
                Optional.of(LayoutWish.of(
                        result,
                        image(convolution.dimensions(), Part.OUTPUT, result),
                        LayoutReason.of(BUFFER, wish(instruction, result))));
            default -> Optional.empty();
        };
    }

    /** The layout of an operand; empty where the instruction takes any. */
    Optional<LayoutWish> ofOperand(
            HloComputation computation, HloInstruction instruction, int operand, Shape.Array array) {
        return switch (instruction.op()) {
            case HloOp.Dot dot -> ofFactor(computation, instruction, dot, operand, array);
            case HloOp.Convolution convolution ->
                Optional.of(LayoutWish.of(
                        array,
                        operand == 0
                                ? image(convolution.dimensions(), Part.INPUT, array)
                                : kernel(convolution.dimensions(), array),
                        LayoutReason.of(OPERAND, wish(instruction, array))));
            default -> Optional.empty();
        };
    }

    private String wish(HloInstruction convolution, Shape.Array array) {
        return "%s %s".formatted(convolution, order.wish(target, array.elementType()));
    }

    private Optional<LayoutWish> ofFactor(
            HloComputation computation, HloInstruction instruction, HloOp.Dot dot, int operand, Shape.Array array) {
        return switch (target) {
            case CPU ->
                Optional.of(
                        wantsColumns(computation, instruction, operand)
                                ? LayoutWish.of(
                                        array,
                                        Layout.of(List.of(0, 1)),
                                        LayoutReason.of(
                                                OPERAND,
                                                "%s wants its contracting dimension minor".formatted(instruction)))
                                : rowMajor(instruction, array));
            case GPU -> ofMatrix(computation, instruction, dot, operand, array);
            case TPU -> Optional.of(rowMajor(instruction, array));
        };
    }

    private static LayoutWish rowMajor(HloInstruction instruction, Shape.Array array) {
        return LayoutWish.rowMajor(
                array,
                LayoutReason.of(
                        OPERAND,
                        "%s (%s) is implemented for row-major arrays".formatted(instruction, instruction.opcode())));
    }

    /** Libraries can be told to read a matrix by rows or by columns; of several matrices, one has to follow the other. */
    private static Optional<LayoutWish> ofMatrix(
            HloComputation computation, HloInstruction instruction, HloOp.Dot dot, int operand, Shape.Array array) {
        var batches =
                operand == 0 ? dot.dimensions().lhsBatch() : dot.dimensions().rhsBatch();
        boolean isMatrix = array.rank() == batches.size() + 2;
        if (isMatrix && batches.isEmpty()) {
            return isProductOfBytes(computation, instruction)
                    ? Optional.of(contractingMinor(instruction, dot, operand, array))
                    : Optional.empty();
        }
        var outermost = new ArrayList<>(batches);
        IntStream.range(0, array.rank())
                .filter(dimension -> !batches.contains(dimension))
                .forEach(outermost::add);
        return Optional.of(LayoutWish.of(
                array,
                Layout.of(outermost.reversed()),
                LayoutReason.of(OPERAND, "%s takes matrices whose batches are outermost".formatted(instruction))));
    }

    private static boolean isProductOfBytes(HloComputation computation, HloInstruction dot) {
        return dot.shape() instanceof Shape.Array result
                && result.rank() == 2
                && result.elementType() == PrimitiveType.S32
                && computation.operands(dot).stream()
                        .allMatch(each -> each.shape() instanceof Shape.Array array
                                && array.rank() == 2
                                && array.elementType() == PrimitiveType.S8);
    }

    private static LayoutWish contractingMinor(
            HloInstruction instruction, HloOp.Dot dot, int operand, Shape.Array array) {
        var contracting = operand == 0
                ? dot.dimensions().lhsContracting()
                : dot.dimensions().rhsContracting();
        int minor = contracting.isEmpty() ? 1 : contracting.getFirst();
        return LayoutWish.of(
                array,
                Layout.of(List.of(minor, 1 - minor)),
                LayoutReason.of(
                        OPERAND,
                        "%s multiplies bytes, which tensor cores take with the contracting dimension minor"
                                .formatted(instruction)));
    }

    /** A vector times a matrix reads columns, which a matrix of constants can lie in, if nobody else reads it. */
    private static boolean wantsColumns(HloComputation computation, HloInstruction dot, int operand) {
        return operand == 1 && readsColumns(computation, dot) && isConstant(computation, computation.operand(dot, 1));
    }

    private static boolean readsColumns(HloComputation computation, HloInstruction user) {
        return user.op() instanceof HloOp.Dot dot
                && user.shape() instanceof Shape.Array result
                && result.rank() <= 1
                && computation.operand(user, 1).shape() instanceof Shape.Array matrix
                && matrix.rank() == 2
                && dot.dimensions().rhsContracting().equals(List.of(0));
    }

    private static boolean isConstant(HloComputation computation, HloInstruction matrix) {
        return switch (matrix.opcode()) {
            case CONSTANT ->
                computation.users(matrix).stream()
                        .allMatch(user -> user.opcode() == HloOpcode.TRANSPOSE
                                || (readsColumns(computation, user)
                                        && user.operandId(1) == matrix.id()
                                        && user.operandId(0) != matrix.id()));
            case TRANSPOSE ->
                computation.users(matrix).size() == 1 && isConstant(computation, computation.operand(matrix, 0));
            default -> false;
        };
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
