package org.hloexplorer.pipeline.buffers;

import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/** Whether an instruction may write its result over an operand: XLA's {@code CanShareOperandBufferWithUser}. */
final class BufferSharing {
    private final HloModule module;

    BufferSharing(HloModule module) {
        this.module = module;
    }

    /** Why the result may take the operand's place; empty where it may not. */
    Optional<String> reason(HloComputation computation, HloInstruction user, int operand, int resultPart) {
        for (var pair : InPlace.pairs(module, computation, user)) {
            if (pair.operand() == operand && pair.resultPart() == resultPart) {
                return Optional.of("%s updates it in place".formatted(user));
            }
        }
        var read = computation.operand(user, operand).shape();
        if (resultPart != 0 || !isSameInMemory(read, user.shape()) || readsTwice(user, operand)) {
            return Optional.empty();
        }
        if (user.op() instanceof HloOp.Fusion fusion) {
            var body = module.computation(fusion.computation());
            return isReadElementByElement(body, operand)
                    ? Optional.of("%s reads each element of it just before writing there".formatted(user))
                    : Optional.empty();
        }
        boolean elementwise = user.opcode().isElementwise() && user.opcode() != HloOpcode.COPY;
        return elementwise ? Optional.of("%s works element by element".formatted(user)) : Optional.empty();
    }

    private static boolean readsTwice(HloInstruction user, int operand) {
        for (int i = 0; i < user.operandCount(); i++) {
            if (i != operand && user.operandId(i) == user.operandId(operand)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSameInMemory(Shape read, Shape written) {
        return read instanceof Shape.Array a
                && written instanceof Shape.Array b
                && a.dimensions().equals(b.dimensions())
                && a.layout().equals(b.layout())
                && a.elementType().bits() == b.elementType().bits();
    }

    /** Whether, from a parameter to the root, all that is applied works on elements in their places. */
    private static boolean isReadElementByElement(HloComputation body, int number) {
        var parameter = body.parameters().get(number);
        var reached = new boolean[body.instructions().size()];
        reached[body.position(parameter.id())] = true;
        for (var instruction : body.instructions()) {
            boolean reads = false;
            for (int i = 0; i < instruction.operandCount(); i++) {
                reads |= reached[body.position(instruction.operandId(i))];
            }
            if (reads) {
                boolean keepsPlaces = instruction.opcode().isElementwise()
                        && instruction.shape() instanceof Shape.Array array
                        && parameter.shape() instanceof Shape.Array other
                        && array.dimensions().equals(other.dimensions());
                if (!keepsPlaces) {
                    return false;
                }
                reached[body.position(instruction.id())] = true;
            }
        }
        return true;
    }
}
