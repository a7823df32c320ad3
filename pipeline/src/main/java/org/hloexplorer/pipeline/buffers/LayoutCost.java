package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;
import org.hloexplorer.pipeline.transforms.layout.TpuTilingRewriter;

/**
 * What the layouts of a module cost.
 *
 * @param copies copies, transposes and reshapes that bring an array into another order of memory
 * @param bytesMoved what those read and write
 * @param bytesUnpadded of all arrays that a computation makes or is given
 * @param bytesPadded of the same arrays in the tiles of a TPU, 8 rows of 128 elements
 * @param images how each convolution reads its input
 */
public record LayoutCost(int copies, long bytesMoved, long bytesUnpadded, long bytesPadded, List<Image> images) {
    /** Where the figures come from. */
    public static final String SOURCE = "counted from shapes and layouts";

    /**
     * The input of a convolution.
     *
     * @param featureStride bytes from a feature of a pixel to the next
     * @param columnStride bytes from a pixel to its neighbour along the last dimension of space
     * @param padding bytes that tiles of 8 by 128 would add to it
     */
    public record Image(
            String convolution, String input, String layout, long featureStride, long columnStride, long padding) {
        public String toText() {
            return "%s reads %s as %s: features %,d B apart, columns %,d B apart; tiles of 8 by 128 would pad it by %,d B"
                    .formatted(convolution, input, layout, featureStride, columnStride, padding);
        }
    }

    public LayoutCost {
        images = List.copyOf(images);
    }

    /** Bytes that tiles of 8 by 128 would add. */
    public long padding() {
        return bytesPadded - bytesUnpadded;
    }

    public static LayoutCost of(HloModule module) {
        int copies = 0;
        long moved = 0;
        long bytes = 0;
        long padded = 0;
        var images = new ArrayList<Image>();
        for (var computation : NonFusionComputations.of(module)) {
            for (var instruction : computation.instructions()) {
                if (instruction.shape() instanceof Shape.Array array) {
                    bytes += array.bytes();
                    padded += tiled(array);
                    if (moves(computation, instruction)) {
                        copies++;
                        moved += 2 * array.bytes();
                    }
                }
                if (instruction.op() instanceof HloOp.Convolution convolution) {
                    images.add(image(computation, instruction, convolution));
                }
            }
        }
        return new LayoutCost(copies, moved, bytes, padded, images);
    }

    private static long tiled(Shape.Array array) {
        return PhysicalSize.of(array.withLayout(TpuTilingRewriter.tiled(array)));
    }

    /** Whether it writes what it reads in another order of memory; a reshape keeps that of rows, and of no other layout. */
    private static boolean moves(HloComputation computation, HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case COPY -> !order(computation.operand(instruction, 0)).equals(order(instruction));
            case TRANSPOSE -> !turned(instruction).equals(order(computation.operand(instruction, 0)));
            case RESHAPE -> !isByRows(computation.operand(instruction, 0)) || !isByRows(instruction);
            default -> false;
        };
    }

    /** The order of memory of a transpose's result, in the numbers that dimensions have in its operand. */
    private static List<Integer> turned(HloInstruction transpose) {
        var permutation = ((HloOp.WithDimensions) transpose.op()).dimensions();
        return order(transpose).stream().map(permutation::get).toList();
    }

    private static boolean isByRows(HloInstruction instruction) {
        return instruction.shape().asArray().layout().isDescending();
    }

    private static List<Integer> order(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array ? array.layout().minorToMajor() : List.of();
    }

    private static Image image(HloComputation computation, HloInstruction instruction, HloOp.Convolution convolution) {
        var input = computation.operand(instruction, 0);
        var array = input.shape().asArray();
        var dimensions = convolution.dimensions();
        int column = dimensions.inputSpatial().isEmpty()
                ? dimensions.inputBatch()
                : dimensions.inputSpatial().getLast();
        return new Image(
                instruction.toString(),
                input.toString(),
                array.layout().toString(),
                stride(array, dimensions.inputFeature()),
                stride(array, column),
                tiled(array) - array.bytes());
    }

    /** Bytes from an element to the next along a dimension, tiles left aside. */
    private static long stride(Shape.Array array, int dimension) {
        long stride = array.elementType().bytes();
        for (int each : array.layout().minorToMajor()) {
            if (each == dimension) {
                break;
            }
            stride *= array.dimension(each);
        }
        return stride;
    }
}
