package org.hloexplorer.pipeline.transforms.layout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;

/**
 * What users ask of values that could lie in any order: of constants, counters and broadcasts, and of what is computed
 * element by element from such alone. Wishes are carried from users back to where the value is made.
 */
final class LayoutWishes {
    private final HloComputation computation;
    private final ContractionWishes contractions;
    private final Set<Integer> unbound = new HashSet<>();
    private final Map<Integer, LayoutConstraint> wishes = new HashMap<>();

    LayoutWishes(HloComputation computation, ContractionWishes contractions) {
        this.computation = computation;
        this.contractions = contractions;
        computation.instructions().stream().filter(this::isUnbound).forEach(each -> unbound.add(each.id()));
        for (var instruction : computation.instructions().reversed()) {
            if (unbound.contains(instruction.id())) {
                wish(instruction).ifPresent(each -> wishes.put(instruction.id(), each));
            }
        }
    }

    private boolean isUnbound(HloInstruction instruction) {
        if (!(instruction.shape() instanceof Shape.Array array)
                || array.rank() < 2
                || instruction.id() == computation.rootId()) {
            return false;
        }
        return switch (instruction.opcode()) {
            case CONSTANT, IOTA, BROADCAST -> true;
            default ->
                passesOn(instruction)
                        && computation.operands(instruction).stream()
                                .allMatch(operand -> isScalar(operand) || unbound.contains(operand.id()));
        };
    }

    private static boolean passesOn(HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.TRANSPOSE
                || (instruction.opcode().isElementwise() && instruction.opcode() != HloOpcode.BITCAST_CONVERT);
    }

    private static boolean isScalar(HloInstruction operand) {
        return operand.shape() instanceof Shape.Array array && array.isScalar();
    }

    /** What all users agree on; where they do not, each is served as it comes. */
    private Optional<LayoutConstraint> wish(HloInstruction instruction) {
        Optional<LayoutConstraint> common = Optional.empty();
        for (var user : computation.users(instruction)) {
            for (int i = 0; i < user.operandCount(); i++) {
                if (user.operandId(i) == instruction.id()) {
                    var wish = ofUser(user, i, instruction.shape().asArray());
                    if (wish.isEmpty()
                            || common.filter(each ->
                                            !each.layout().equals(wish.get().layout()))
                                    .isPresent()) {
                        return Optional.empty();
                    }
                    common = common.or(() -> wish);
                }
            }
        }
        return common;
    }

    private Optional<LayoutConstraint> ofUser(HloInstruction user, int operand, Shape.Array array) {
        return Optional.ofNullable(wishes.get(user.id()))
                .filter(_ -> passesOn(user))
                .map(carried -> carried.through(user, ahead(user, carried.layout())))
                .or(() -> contractions.ofUnbound(user, operand, array));
    }

    /** The layout of the operand with which the user's result lies like this, without moving anything. */
    private static Layout ahead(HloInstruction user, Layout layout) {
        return user.op() instanceof HloOp.WithDimensions(var _, var permutation) && user.opcode() == HloOpcode.TRANSPOSE
                ? Layout.of(layout.minorToMajor().stream().map(permutation::get).toList())
                : layout;
    }

    /** What is asked of this instruction; empty where it is bound, or nobody asks, or users disagree. */
    Optional<LayoutConstraint> of(HloInstruction instruction) {
        return Optional.ofNullable(wishes.get(instruction.id()));
    }
}
