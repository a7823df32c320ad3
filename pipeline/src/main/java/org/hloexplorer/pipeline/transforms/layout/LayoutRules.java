package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** How layouts get past instructions: from operands to results, and back. */
final class LayoutRules {
    private final HloComputation computation;
    private final ReduceWishes reductions;

    /**
     * A layout on the other side of an instruction.
     *
     * @param meaning what the instruction makes of it, as a clause; empty where it is the same layout
     */
    record Carried(Layout layout, String meaning) {}

    LayoutRules(HloComputation computation, LayoutTarget target) {
        this.computation = computation;
        this.reductions = new ReduceWishes(target);
    }

    /** Whether operands and result may lie differently; the others go over all of them in one order. */
    static boolean changesLayout(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case REVERSE, SLICE, DYNAMIC_SLICE, DYNAMIC_UPDATE_SLICE, CONCATENATE, PAD, SET_DIMENSION_SIZE -> false;
            case REDUCE_WINDOW, SELECT_AND_SCATTER, SCATTER, SORT, TOPK, MAP, SCAN -> false;
            case FFT, CHOLESKY, TRIANGULAR_SOLVE, WHILE, OPTIMIZATION_BARRIER -> false;
            case ALL_GATHER, ALL_REDUCE, REDUCE_SCATTER, ALL_TO_ALL, COLLECTIVE_PERMUTE, COLLECTIVE_BROADCAST -> false;
            default -> !instruction.opcode().isElementwise();
        };
    }

    /** Whether what is asked of an operand is asked of the other operands too. */
    static boolean asksSiblings(HloInstruction user) {
        return user.opcode() == HloOpcode.REDUCE || !changesLayout(user);
    }

    /** Whether the layout of an operand settles that of the result. */
    static boolean settlesResult(HloInstruction user) {
        return user.opcode() == HloOpcode.REDUCE || user.opcode() == HloOpcode.TRANSPOSE || !changesLayout(user);
    }

    /** Whether its layouts are worth carrying on before others, because they say more than a default. */
    boolean isUrgent(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case GATHER, SCATTER, TRANSPOSE -> true;
            case RESHAPE -> {
                var operand = computation.operand(instruction, 0).shape().asArray();
                yield operand.rank() == 1
                        || withoutUnits(operand)
                                .equals(withoutUnits(instruction.shape().asArray()));
            }
            default -> false;
        };
    }

    private static List<Long> withoutUnits(Shape.Array array) {
        return array.dimensions().stream().filter(size -> size != 1).toList();
    }

    /** The result's layout that goes with an operand's; empty where any will do. */
    Optional<Carried> ofResult(HloInstruction user, int operand, Layout layout) {
        var array = computation.operand(user, operand).shape().asArray();
        var result = (Shape.Array) Leaves.of(user.shape()).getFirst();
        return switch (user.opcode()) {
            case TRANSPOSE ->
                Optional.of(new Carried(
                        turned(user, layout), "turned round by %s, which then moves no data".formatted(user)));
            case RESHAPE ->
                isRow(array) && isRow(result)
                        ? Optional.empty()
                        : ReshapeLayouts.aligned(array.withLayout(layout), result)
                                .map(each -> new Carried(each, "so that %s moves no data".formatted(user)));
            case REDUCE -> operand == 0 ? Optional.of(ofReduce(user, layout)) : Optional.empty();
            default ->
                changesLayout(user) || array.isScalar() || array.rank() != result.rank()
                        ? Optional.empty()
                        : Optional.of(new Carried(layout, ""));
        };
    }

    /** The operand's layout that goes with the result's; empty where any will do. */
    Optional<Carried> ofOperand(HloInstruction instruction, int operand, Layout layout) {
        var array = computation.operand(instruction, operand).shape().asArray();
        var result = instruction.shape().asArray();
        return switch (instruction.opcode()) {
            case TRANSPOSE -> Optional.of(new Carried(turnedBack(instruction, layout), "which then moves no data"));
            case RESHAPE ->
                isRow(array) && isRow(result)
                        ? Optional.empty()
                        : ReshapeLayouts.aligned(result.withLayout(layout), array)
                                .map(each -> new Carried(each, "so that %s moves no data".formatted(instruction)));
            case BROADCAST -> Optional.of(ofBroadcast(instruction, layout));
            case REDUCE -> operand == 0 ? reductions.ofOperand(instruction, array, layout) : Optional.empty();
            default ->
                changesLayout(instruction) || array.isScalar() || array.rank() != result.rank()
                        ? Optional.empty()
                        : Optional.of(new Carried(layout, ""));
        };
    }

    /** Whether all elements are along one dimension, so that no layout changes their order. */
    private static boolean isRow(Shape.Array array) {
        return withoutUnits(array).size() == 1;
    }

    private static Layout turned(HloInstruction transpose, Layout layout) {
        var permutation = ((HloOp.WithDimensions) transpose.op()).dimensions();
        return Layout.of(
                layout.minorToMajor().stream().map(permutation::indexOf).toList());
    }

    private static Layout turnedBack(HloInstruction transpose, Layout layout) {
        var permutation = ((HloOp.WithDimensions) transpose.op()).dimensions();
        return Layout.of(layout.minorToMajor().stream().map(permutation::get).toList());
    }

    private Carried ofReduce(HloInstruction reduce, Layout layout) {
        var reduced = ((HloOp.OverDimensions) reduce.op()).dimensions();
        var kept = IntStream.range(0, layout.minorToMajor().size())
                .filter(dimension -> !reduced.contains(dimension))
                .boxed()
                .toList();
        var order = layout.minorToMajor().stream()
                .filter(kept::contains)
                .map(kept::indexOf)
                .toList();
        return new Carried(
                Layout.of(order), "the dimensions that %s keeps stay in the order they had".formatted(reduce));
    }

    private static Carried ofBroadcast(HloInstruction broadcast, Layout layout) {
        var dimensions = ((HloOp.WithDimensions) broadcast.op()).dimensions();
        var order = new ArrayList<Integer>();
        for (int dimension : layout.minorToMajor()) {
            if (dimensions.contains(dimension)) {
                order.add(dimensions.indexOf(dimension));
            }
        }
        return new Carried(
                Layout.of(order), "in the order in which its dimensions are in the result of %s".formatted(broadcast));
    }
}
