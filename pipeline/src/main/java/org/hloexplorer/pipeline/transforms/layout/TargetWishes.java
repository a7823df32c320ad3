package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.pipeline.transforms.layout.LayoutReason.Kind.BUFFER;
import static org.hloexplorer.pipeline.transforms.layout.LayoutReason.Kind.OPERAND;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/** What the machine asks for: XLA's backend constraints, and row-major arrays where our kernels take no others. */
final class TargetWishes {
    private final HloModule module;
    private final HloComputation computation;
    private final LayoutConstraints constraints;
    private final ContractionWishes contractions;
    private final int round;

    TargetWishes(
            HloModule module,
            HloComputation computation,
            LayoutConstraints constraints,
            ContractionWishes contractions,
            int round) {
        this.module = module;
        this.computation = computation;
        this.constraints = constraints;
        this.contractions = contractions;
        this.round = round;
    }

    void ask() {
        computation.instructions().forEach(this::ask);
    }

    private void ask(HloInstruction instruction) {
        switch (instruction.op()) {
            case HloOp.Dot _, HloOp.Convolution _ -> askContraction(instruction);
            case HloOp.Fusion fusion -> askFusion(instruction, module.computation(fusion.computation()));
            case HloOp.CustomCall(var _, var _, var layouts, var _, var _, var _)
            when layouts != null -> askCustomCall(instruction, layouts);
            default -> askByKind(instruction);
        }
    }

    private void askContraction(HloInstruction instruction) {
        contractions.ofResult(instruction).ifPresent(wish -> holdResult(instruction, wish));
        for (int i = 0; i < instruction.operandCount(); i++) {
            if (computation.operand(instruction, i).shape() instanceof Shape.Array array && array.rank() > 1) {
                int operand = i;
                contractions
                        .ofOperand(computation, instruction, operand, array)
                        .ifPresent(wish -> holdOperand(instruction, operand, wish));
            }
        }
    }

    private void askFusion(HloInstruction fusion, HloComputation fused) {
        var reason = LayoutReason.of(OPERAND, "%s, which is fused already, takes it like that".formatted(fused));
        var parameters = fused.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            holdOperand(fusion, i, LayoutWish.of(parameters.get(i).shape(), reason));
        }
        holdResult(
                fusion,
                LayoutWish.of(
                        fused.root().shape(),
                        LayoutReason.of(BUFFER, "%s, which is fused already, yields it like that".formatted(fused))));
    }

    private void askCustomCall(HloInstruction call, List<Shape> layouts) {
        var reason = LayoutReason.of(OPERAND, "%s names the layouts of its operands".formatted(call));
        for (int i = 0; i < call.operandCount(); i++) {
            holdOperand(call, i, LayoutWish.of(layouts.get(i), reason));
        }
        holdResult(
                call,
                LayoutWish.of(
                        call.shape(), LayoutReason.of(BUFFER, "%s names the layout of its result".formatted(call))));
    }

    private void askByKind(HloInstruction instruction) {
        switch (instruction.opcode()) {
            case BITCAST -> askBitcast(instruction);
            case PARAMETER, CALL, WHILE, CONDITIONAL, TUPLE, GET_TUPLE_ELEMENT, OPTIMIZATION_BARRIER -> {}
            default -> {
                if (isRowMajorOnly(instruction)) {
                    askOperands(instruction, implementation(OPERAND, instruction));
                    holdResult(
                            instruction, LayoutWish.rowMajor(instruction.shape(), implementation(BUFFER, instruction)));
                } else if (contractions.target() == LayoutTarget.CPU && !turnsConstant(instruction)) {
                    askOperands(instruction, byRows(instruction));
                }
            }
        }
    }

    private void askOperands(HloInstruction instruction, LayoutReason reason) {
        for (int i = 0; i < instruction.operandCount(); i++) {
            holdOperand(
                    instruction,
                    i,
                    LayoutWish.rowMajor(computation.operand(instruction, i).shape(), reason));
        }
    }

    /** A constant can be written in any order, so that its transpose need not be made at run time. */
    private boolean turnsConstant(HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.TRANSPOSE
                && computation.operand(instruction, 0).opcode() == HloOpcode.CONSTANT;
    }

    private static LayoutReason implementation(LayoutReason.Kind kind, HloInstruction instruction) {
        return LayoutReason.of(
                kind, "%s (%s) is implemented for row-major arrays".formatted(instruction, instruction.opcode()));
    }

    private static LayoutReason byRows(HloInstruction instruction) {
        return LayoutReason.of(
                OPERAND,
                "%s (%s) reads its operands by rows, as all operations do on CPUs"
                        .formatted(instruction, instruction.opcode()));
    }

    /** In other layouts than those that the bitcast's author saw it would yield other elements. */
    private void askBitcast(HloInstruction bitcast) {
        var reason = "%s reads the bytes as they lie".formatted(bitcast);
        holdOperand(
                bitcast, 0, LayoutWish.of(computation.operand(bitcast, 0).shape(), LayoutReason.of(OPERAND, reason)));
        holdResult(bitcast, LayoutWish.of(bitcast.shape(), LayoutReason.of(BUFFER, reason)));
    }

    /** What a kernel goes over in the order of rows, whatever the target. */
    private boolean isRowMajorOnly(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONSTANT, IOTA, BROADCAST, TRANSPOSE, RESHAPE, COPY, REDUCE -> false;
            case SLICE, REVERSE, PAD, DYNAMIC_SLICE, DYNAMIC_UPDATE_SLICE, CONCATENATE -> false;
            case BITCAST_CONVERT ->
                computation.operand(instruction, 0).shape().asArray().rank()
                        != instruction.shape().asArray().rank();
            default -> !instruction.opcode().isElementwise();
        };
    }

    private void holdOperand(HloInstruction user, int operand, LayoutWish wish) {
        constraints.holdOperand(user, operand, new LayoutConstraint(wish, round, true, true));
    }

    private void holdResult(HloInstruction maker, LayoutWish wish) {
        for (int i = 0; i < wish.reasons().size(); i++) {
            if (Leaves.hasOrder(Leaves.of(wish.shape()).get(i))) {
                constraints.holdBuffer(
                        new ArrayBuffer(maker.id(), i), new LayoutConstraint(wish.leaf(i), round, true, true));
            }
        }
    }

    /** The layout that a reduction likes best for an array that no constraint reaches; empty where none reads it. */
    Optional<LayoutWish> ofReduced(HloInstruction maker, Shape.Array array) {
        var reductions = new ReduceWishes(contractions.target());
        return computation.users(maker).stream()
                .filter(user -> isReduceOf(user, maker))
                .flatMap(user -> reductions.ofUnbound(user, array).stream())
                .findFirst()
                .map(liked -> LayoutWish.of(array, liked.layout(), LayoutReason.of(OPERAND, liked.meaning())));
    }

    /** The layout of an array that nothing likes in any order: that of a literal, or else row-major. */
    static LayoutWish ofUnbound(HloInstruction maker, Shape.Array array) {
        var layout = maker.op() instanceof HloOp.Constant ? array.layout() : Layout.descending(array.rank());
        return LayoutWish.of(
                array, layout, LayoutReason.of(LayoutReason.Kind.DEFAULT, "nothing asks for another layout"));
    }

    private static boolean isReduceOf(HloInstruction user, HloInstruction maker) {
        return user.opcode() == HloOpcode.REDUCE && user.operandId(0) == maker.id();
    }
}
