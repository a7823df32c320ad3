package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.BUFFER;
import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.DEFAULT;
import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.OPERAND;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Which layout an instruction wants for its result, given those of its operands, and which for its operands. */
final class LayoutPreferences {
    private static final String NOBODY = "nothing asks for another layout";

    private final ComputationEditor editor;
    private final ContractionWishes contractions;
    private final LayoutWishes wishes;
    private final Map<Integer, LayoutConstraint> chosen = new HashMap<>();

    LayoutPreferences(ComputationEditor editor, ContractionWishes contractions) {
        this.editor = editor;
        this.contractions = contractions;
        this.wishes = new LayoutWishes(editor.base(), contractions);
    }

    /** Keeps what an instruction got, for what follows from it. */
    void chose(HloInstruction instruction, LayoutConstraint constraint) {
        chosen.put(instruction.id(), constraint);
    }

    /** Why an instruction lies as it does. */
    LayoutConstraint of(HloInstruction instruction) {
        var known = chosen.get(instruction.id());
        return known != null
                ? known
                : LayoutConstraint.of(
                        BUFFER,
                        instruction.shape() instanceof Shape.Array array ? array.layout() : Layout.descending(0),
                        "%s lies like that".formatted(instruction));
    }

    /** The result's layout; where the instruction does not care, its user may still choose another. */
    LayoutConstraint ofResult(HloInstruction instruction) {
        return wishes.of(instruction)
                .or(() -> contractions.ofResult(instruction))
                .orElseGet(() -> byKind(instruction));
    }

    private LayoutConstraint byKind(HloInstruction instruction) {
        var shape = instruction.shape().asArray();
        return switch (instruction.opcode()) {
            case CONSTANT, IOTA, BROADCAST -> LayoutConstraint.rowMajor(DEFAULT, shape.rank(), NOBODY);
            case BITCAST ->
                LayoutConstraint.of(BUFFER, shape.layout(), "%s reads the bytes as they lie".formatted(instruction));
            case TRANSPOSE -> ofTranspose(instruction);
            case REDUCE -> ofReduce(instruction);
            case RESHAPE -> ofReshape(instruction);
            case SLICE, REVERSE, PAD, DYNAMIC_SLICE, DYNAMIC_UPDATE_SLICE, CONCATENATE, COPY ->
                likeLargestOperand(instruction);
            default ->
                instruction.opcode().isElementwise() && keepsWidth(instruction)
                        ? likeLargestOperand(instruction)
                        : rowMajor(BUFFER, instruction, shape.rank());
        };
    }

    private boolean keepsWidth(HloInstruction instruction) {
        var first = editor.operand(instruction, 0).shape();
        return first instanceof Shape.Array array
                && (array.isScalar()
                        || array.rank() == instruction.shape().asArray().rank());
    }

    /** The layout under which the bytes stay where they are. */
    private LayoutConstraint ofTranspose(HloInstruction transpose) {
        var permutation = ((HloOp.WithDimensions) transpose.op()).dimensions();
        var operand = editor.operand(transpose, 0);
        var order = operand.shape().asArray().layout().minorToMajor().stream()
                .map(permutation::indexOf)
                .toList();
        return of(operand)
                .through(operand, Layout.of(order))
                .meaning("turned round by %s, which then moves no data".formatted(transpose));
    }

    /** The operand's order without the dimensions that are gone. */
    private LayoutConstraint ofReduce(HloInstruction reduce) {
        var reduced = ((HloOp.OverDimensions) reduce.op()).dimensions();
        var operand = editor.operand(reduce, 0);
        var array = operand.shape().asArray();
        var kept = IntStream.range(0, array.rank())
                .filter(dimension -> !reduced.contains(dimension))
                .boxed()
                .toList();
        var order = array.layout().minorToMajor().stream()
                .filter(kept::contains)
                .map(kept::indexOf)
                .toList();
        return of(operand)
                .through(operand, Layout.of(order))
                .meaning("the dimensions that %s keeps stay in the order they had".formatted(reduce));
    }

    private LayoutConstraint ofReshape(HloInstruction reshape) {
        var operand = editor.operand(reshape, 0);
        int rank = reshape.shape().asArray().rank();
        return operand.shape().asArray().layout().isDescending()
                ? of(operand)
                        .through(operand, Layout.descending(rank))
                        .meaning("so that %s moves no data".formatted(reshape))
                : LayoutConstraint.rowMajor(
                        BUFFER,
                        rank,
                        "%s orders elements by rows, which its operand %s does not".formatted(reshape, operand));
    }

    private LayoutConstraint likeLargestOperand(HloInstruction instruction) {
        int rank = instruction.shape().asArray().rank();
        return editor.operands(instruction).stream()
                .filter(operand -> operand.shape() instanceof Shape.Array array && array.rank() == rank)
                .filter(operand -> !isFree(operand))
                .max(Comparator.comparingLong(
                        (HloInstruction operand) -> operand.shape().bytes()))
                .map(operand ->
                        of(operand).through(operand, operand.shape().asArray().layout()))
                .orElseGet(() -> LayoutConstraint.rowMajor(DEFAULT, rank, NOBODY));
    }

    /** Whether the result may lie as any user likes, because it is made from nothing or from something small. */
    static boolean isFree(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONSTANT, IOTA, BROADCAST -> true;
            default -> false;
        };
    }

    /** The layout the instruction needs its operand in; nothing where it takes any. */
    Optional<LayoutConstraint> ofOperand(HloInstruction instruction, int index) {
        var operand = editor.operand(instruction, index);
        var array = operand.shape().asArray();
        if (array.rank() < 2) {
            return Optional.empty();
        }
        var unbound = wishes.of(operand).flatMap(_ -> contractions.ofUnbound(instruction, index, array));
        return unbound.or(() -> contractions.ofOperand(instruction, index, array))
                .or(() -> byKind(instruction, index, array));
    }

    private Optional<LayoutConstraint> byKind(HloInstruction instruction, int index, Shape.Array array) {
        return switch (instruction.opcode()) {
            case BROADCAST, TRANSPOSE, RESHAPE, COPY, TUPLE, OPTIMIZATION_BARRIER -> Optional.empty();
            case BITCAST -> Optional.of(asBefore(instruction));
            case REDUCE -> index == 0 ? Optional.empty() : Optional.of(likeFirstOperand(instruction));
            case SLICE, REVERSE, PAD, DYNAMIC_SLICE, DYNAMIC_UPDATE_SLICE, CONCATENATE ->
                Optional.of(likeResult(instruction));
            default ->
                instruction.opcode().isElementwise() && array.rank() == rankOf(instruction)
                        ? Optional.of(likeResult(instruction))
                        : Optional.of(rowMajor(OPERAND, instruction, array.rank()));
        };
    }

    private static LayoutConstraint rowMajor(LayoutConstraint.Kind kind, HloInstruction instruction, int rank) {
        return LayoutConstraint.rowMajor(
                kind, rank, "%s (%s) is implemented for row-major arrays".formatted(instruction, instruction.opcode()));
    }

    /** The layout that the bitcast's author saw: in another one it would yield other elements. */
    private LayoutConstraint asBefore(HloInstruction bitcast) {
        var before = editor.base().operand(editor.base().instruction(bitcast.id()), 0);
        return LayoutConstraint.of(
                OPERAND, before.shape().asArray().layout(), "%s reads the bytes as they lie".formatted(bitcast));
    }

    private static int rankOf(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array ? array.rank() : -1;
    }

    private LayoutConstraint likeFirstOperand(HloInstruction instruction) {
        return LayoutConstraint.of(
                OPERAND,
                editor.operand(instruction, 0).shape().asArray().layout(),
                "%s reduces arrays of one layout together".formatted(instruction));
    }

    /** It goes over operands and result in one order: what asked for the result's asks for the operands' too. */
    private LayoutConstraint likeResult(HloInstruction instruction) {
        return of(instruction)
                .through(instruction, instruction.shape().asArray().layout());
    }
}
