package org.hloexplorer.pipeline.fusion.gpu;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/** How often, on average, an instruction reads each element of an operand: above 1 where some are read again. */
final class OperandReads {
    private OperandReads() {}

    static double perElement(HloInstruction instruction, int operand, Shape operandShape) {
        return switch (instruction.op()) {
            case HloOp.ReduceWindow(Window window, int _) ->
                window.dimensions().stream().mapToLong(Window.Dimension::size).reduce(1, (a, b) -> a * b)
                        * ratio(instruction.shape(), operandShape);
            case HloOp.AlongDimension(var opcode, int dimension)
            when opcode == HloOpcode.CONCATENATE && dimension > 0 ->
                paddedToWarp(operandShape.asArray().dimension(dimension));
            default -> ofOpcode(instruction, operand, operandShape);
        };
    }

    private static double ofOpcode(HloInstruction instruction, int operand, Shape operandShape) {
        return switch (instruction.opcode()) {
            case BROADCAST, SLICE -> ratio(instruction.shape(), operandShape);
            case DYNAMIC_SLICE, GATHER -> operand == 0 ? ratio(instruction.shape(), operandShape) : 1;
            case DYNAMIC_UPDATE_SLICE -> operand == 0 ? 0 : 1;
            default -> 1;
        };
    }

    /** A warp that crosses from one operand to the next runs the code of both. */
    private static double paddedToWarp(long size) {
        return size == 0 ? 1 : (double) Math.ceilDiv(size, GpuDevice.WARP) * GpuDevice.WARP / size;
    }

    private static double ratio(Shape read, Shape whole) {
        long elements = elements(whole);
        return elements == 0 ? 0 : (double) elements(read) / elements;
    }

    /** Of an array, or of all arrays of a tuple. */
    static long elements(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elements();
            case Shape.Tuple(var members) ->
                members.stream().mapToLong(OperandReads::elements).sum();
            case Shape.Buffer(var contents) -> contents.elements();
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }
}
