package org.hloexplorer.pipeline.transforms.layout;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Which layout an instruction wants for its result, given those of its operands, and which for its operands. */
record LayoutPreferences(ComputationEditor editor) {

    /** The result's layout; where the instruction does not care, its user may still choose another. */
    LayoutChoice ofResult(HloInstruction instruction) {
        var shape = instruction.shape().asArray();
        return switch (instruction.opcode()) {
            case CONSTANT, IOTA, BROADCAST -> LayoutChoice.rowMajor(shape.rank(), "nothing asks for another layout");
            case BITCAST -> new LayoutChoice(shape.layout(), "a bitcast reads the bytes as they lie");
            case TRANSPOSE -> ofTranspose(instruction);
            case REDUCE -> ofReduce(instruction);
            case RESHAPE -> ofReshape(instruction);
            case SLICE, REVERSE, PAD, DYNAMIC_SLICE, DYNAMIC_UPDATE_SLICE, CONCATENATE, COPY ->
                likeLargestOperand(instruction);
            default ->
                instruction.opcode().isElementwise() && keepsWidth(instruction)
                        ? likeLargestOperand(instruction)
                        : rowMajor(instruction, shape.rank());
        };
    }

    private boolean keepsWidth(HloInstruction instruction) {
        var first = editor.operand(instruction, 0).shape();
        return first instanceof Shape.Array array
                && (array.isScalar()
                        || array.rank() == instruction.shape().asArray().rank());
    }

    /** The layout under which the bytes stay where they are. */
    private LayoutChoice ofTranspose(HloInstruction transpose) {
        var permutation = ((HloOp.WithDimensions) transpose.op()).dimensions();
        var order = arrayOf(transpose, 0).layout().minorToMajor().stream()
                .map(permutation::indexOf)
                .toList();
        return new LayoutChoice(Layout.of(order), "then the transpose moves no data");
    }

    /** The operand's order without the dimensions that are gone. */
    private LayoutChoice ofReduce(HloInstruction reduce) {
        var reduced = ((HloOp.OverDimensions) reduce.op()).dimensions();
        var operand = arrayOf(reduce, 0);
        var kept = IntStream.range(0, operand.rank())
                .filter(dimension -> !reduced.contains(dimension))
                .boxed()
                .toList();
        var order = operand.layout().minorToMajor().stream()
                .filter(kept::contains)
                .map(kept::indexOf)
                .toList();
        return new LayoutChoice(Layout.of(order), "the dimensions that remain keep the order they had in the operand");
    }

    private LayoutChoice ofReshape(HloInstruction reshape) {
        var operand = arrayOf(reshape, 0);
        int rank = reshape.shape().asArray().rank();
        return operand.layout().isDescending()
                ? LayoutChoice.rowMajor(rank, "then the reshape moves no data")
                : LayoutChoice.rowMajor(rank, "a reshape orders elements by rows, which its operand does not");
    }

    private LayoutChoice likeLargestOperand(HloInstruction instruction) {
        int rank = instruction.shape().asArray().rank();
        return editor.operands(instruction).stream()
                .filter(operand -> operand.shape() instanceof Shape.Array array && array.rank() == rank)
                .filter(operand -> !isFree(operand))
                .max(Comparator.comparingLong(
                        (HloInstruction operand) -> operand.shape().bytes()))
                .map(operand -> new LayoutChoice(
                        operand.shape().asArray().layout(), "its operand %s is laid out like that".formatted(operand)))
                .orElseGet(() -> LayoutChoice.rowMajor(rank, "nothing asks for another layout"));
    }

    /** Whether the result may lie as any user likes, because it is made from nothing or from something small. */
    static boolean isFree(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONSTANT, IOTA, BROADCAST -> true;
            default -> false;
        };
    }

    /** The layout the instruction needs its operand in; nothing where it takes any. */
    Optional<LayoutChoice> ofOperand(HloInstruction instruction, int index) {
        var array = arrayOf(instruction, index);
        if (array.rank() < 2) {
            return Optional.empty();
        }
        return switch (instruction.opcode()) {
            case BROADCAST, TRANSPOSE, RESHAPE, COPY, TUPLE, OPTIMIZATION_BARRIER -> Optional.empty();
            case BITCAST -> Optional.of(asBefore(instruction));
            case REDUCE -> index == 0 ? Optional.empty() : Optional.of(likeFirstOperand(instruction));
            case SLICE, REVERSE, PAD, DYNAMIC_SLICE, DYNAMIC_UPDATE_SLICE, CONCATENATE ->
                Optional.of(likeResult(instruction));
            default ->
                instruction.opcode().isElementwise() && array.rank() == rankOf(instruction)
                        ? Optional.of(likeResult(instruction))
                        : Optional.of(rowMajor(instruction, array.rank()));
        };
    }

    private static LayoutChoice rowMajor(HloInstruction instruction, int rank) {
        return LayoutChoice.rowMajor(rank, "%s is implemented for row-major arrays".formatted(instruction.opcode()));
    }

    /** The layout that the bitcast's author saw: in another one it would yield other elements. */
    private LayoutChoice asBefore(HloInstruction bitcast) {
        var before = editor.base().operand(editor.base().instruction(bitcast.id()), 0);
        return new LayoutChoice(before.shape().asArray().layout(), "a bitcast reads the bytes as they lie");
    }

    private static int rankOf(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array ? array.rank() : -1;
    }

    private LayoutChoice likeFirstOperand(HloInstruction instruction) {
        return new LayoutChoice(
                arrayOf(instruction, 0).layout(), "%s reduces arrays of one layout together".formatted(instruction));
    }

    private static LayoutChoice likeResult(HloInstruction instruction) {
        return new LayoutChoice(
                instruction.shape().asArray().layout(),
                "%s goes over its operands and its result in one order".formatted(instruction));
    }

    private Shape.Array arrayOf(HloInstruction instruction, int operand) {
        return editor.operand(instruction, operand).shape().asArray();
    }
}
