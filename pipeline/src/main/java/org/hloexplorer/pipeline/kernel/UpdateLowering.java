package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * A dynamic update of a slice in place, alone or at the end of a fusion: the kernel writes the slice only, and the rest of
 * the result is the operand that it is an update of.
 */
final class UpdateLowering {
    private final HloModule module;
    private final HloComputation computation;
    private final HloInstruction instruction;

    UpdateLowering(HloModule module, HloComputation computation, HloInstruction instruction) {
        this.module = module;
        this.computation = computation;
        this.instruction = instruction;
    }

    /** The kernel, or nothing where the operand is needed for more than its unchanged elements. */
    Optional<LoweredKernel> lower() {
        var operand = updatedOperand();
        return operand.isEmpty() ? Optional.empty() : Optional.of(lower(operand.getAsInt()));
    }

    private OptionalInt updatedOperand() {
        if (instruction.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE) {
            return isOperandOnce(instruction, 0) ? OptionalInt.of(0) : OptionalInt.empty();
        }
        if (instruction.op() instanceof HloOp.Fusion fusion) {
            var fused = module.computation(fusion.computation());
            var root = fused.root();
            if (root.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE
                    && fused.operand(root, 0).op() instanceof HloOp.Parameter(int number)
                    && fused.users(fused.operand(root, 0)).size() == 1
                    && isOperandOnce(root, 0)
                    && isOperandOnce(instruction, number)
                    && isSamePlace(computation.operand(instruction, number))) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    private boolean isSamePlace(HloInstruction operand) {
        return operand.shape() instanceof Shape.Array array
                && instruction.shape() instanceof Shape.Array result
                && array.equals(result);
    }

    private static boolean isOperandOnce(HloInstruction user, int number) {
        return IntStream.range(0, user.operandCount())
                        .filter(i -> user.operandId(i) == user.operandId(number))
                        .count()
                == 1;
    }

    private LoweredKernel lower(int operand) {
        var scope = new KernelScope(module, computation, instruction, Set.of(operand));
        var frame = scope.frame();
        var update = instruction;
        if (instruction.op() instanceof HloOp.Fusion fusion) {
            frame = frame.callee(instruction, module.computation(fusion.computation()));
            update = frame.computation().root();
        }
        var place = new Place(scope, frame, update);
        var starts = place.starts();
        scope.overAll(scope.block(), place.slice(), (inner, at) -> {
            var to = new ArrayList<Index>();
            for (int i = 0; i < at.size(); i++) {
                to.add(starts.get(i).plus(at.get(i)));
            }
            scope.store(inner, 0, to, place.element(inner, at));
        });
        return scope.partitionedUpdate(operand, List.of("writes only the slice that is updated"));
    }

    /** The update in the computation it stands in. */
    private record Place(KernelScope scope, Frame frame, HloInstruction update) {

        Shape.Array slice() {
            return frame.operand(update, 1).shape().asArray();
        }

        Value element(Block inner, List<Index> at) {
            return scope.elements().element(inner, frame, frame.operand(update, 1), at);
        }

        List<Index> starts() {
            var starts = new ArrayList<Index>();
            var whole = update.shape().asArray();
            for (int i = 0; i < slice().rank(); i++) {
                var start = scope.elements().scalar(scope.block(), frame, frame.operand(update, 2 + i));
                long most = whole.dimension(i) - slice().dimension(i);
                starts.add(scope.elements().clampedIndex(scope.block(), start, most, update.id()));
            }
            return starts;
        }
    }
}
