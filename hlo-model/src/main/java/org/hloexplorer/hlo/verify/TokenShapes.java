package org.hloexplorer.hlo.verify;

import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Shapes of operations that order side effects, or talk to the host. */
final class TokenShapes {
    private TokenShapes() {}

    static @Nullable Shape plain(Application a, HloOpcode opcode) {
        return switch (opcode) {
            case AFTER_ALL -> afterAll(a);
            case ADD_DEPENDENCY -> {
                requireToken(a, 1);
                yield a.operand(0);
            }
            default -> a.declared();
        };
    }

    private static Shape afterAll(Application a) {
        for (int i = 0; i < a.operandCount(); i++) {
            requireToken(a, i);
        }
        return new Shape.Token();
    }

    private static void requireToken(Application a, int index) {
        if (!(a.operand(index) instanceof Shape.Token)) {
            throw a.fault(
                    FindingCode.OPERAND_TYPE,
                    "operand %d is a token, not %s",
                    index,
                    a.operand(index).withoutLayout());
        }
    }

    static @Nullable Shape feed(Application a, HloOpcode opcode) {
        if (opcode == HloOpcode.OUTFEED) {
            requireToken(a, 1);
            return new Shape.Token();
        }
        requireToken(a, 0);
        if (a.declared() instanceof Shape.Tuple(var elements) && elements.size() == 2) {
            return Shape.tuple(elements.getFirst(), new Shape.Token());
        }
        return null;
    }

    static @Nullable Shape channel(Application a, HloOpcode opcode) {
        return switch (opcode) {
            case SEND -> {
                requireToken(a, 1);
                yield Shape.tuple(a.operand(0), context(a), new Shape.Token());
            }
            case SEND_DONE -> new Shape.Token();
            case RECV -> recv(a);
            case RECV_DONE -> Shape.tuple(ControlShapes.element(a, 0), new Shape.Token());
            default -> a.declared();
        };
    }

    private static @Nullable Shape recv(Application a) {
        requireToken(a, 0);
        return a.declared() instanceof Shape.Tuple(var elements) && elements.size() == 3
                ? Shape.tuple(elements.getFirst(), elements.get(1), new Shape.Token())
                : null;
    }

    /** A number that the backend may type otherwise. */
    private static Shape context(Application a) {
        return a.declared() instanceof Shape.Tuple(var elements) && elements.size() == 3
                ? elements.get(1)
                : Shape.scalar(PrimitiveType.U32);
    }
}
