package org.hloexplorer.hlo.verify;

import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Shapes of operations whose values come from nowhere. */
final class SourceShapes {
    private SourceShapes() {}

    private static final long RNG_STATE_WORDS = 2;

    static Shape constant(Application a, Literal literal) {
        var declared = a.declared();
        if (declared != null && !declared.isCompatible(literal.shape())) {
            throw a.fault(
                    FindingCode.LITERAL_SHAPE,
                    "the value is %s, not %s",
                    literal.shape().withoutLayout(),
                    declared.withoutLayout());
        }
        return literal.shape();
    }

    static @Nullable Shape iota(Application a, int dimension) {
        var declared = a.declaredArray();
        if (declared != null && (dimension < 0 || dimension >= declared.rank())) {
            throw a.fault(
                    FindingCode.DIMENSION_OUT_OF_RANGE,
                    "it counts along dimension %d, but %s has %d",
                    dimension,
                    declared.withoutLayout(),
                    declared.rank());
        }
        return declared;
    }

    static @Nullable Shape random(Application a, HloOpcode opcode) {
        return opcode == HloOpcode.RNG ? rng(a) : rngBitGenerator(a);
    }

    /** Two scalars: lower and upper limit, or mean and deviation. */
    private static @Nullable Shape rng(Application a) {
        var declared = a.declaredArray();
        if (a.operandCount() != 2) {
            throw a.fault(FindingCode.OPERAND_COUNT, "it takes 2 operands, not %d", a.operandCount());
        }
        for (int i = 0; i < 2; i++) {
            var parameter = a.array(i);
            if (!parameter.isScalar() || (declared != null && parameter.elementType() != declared.elementType())) {
                throw a.fault(
                        FindingCode.OPERAND_TYPE,
                        "its parameters are scalars of the result's type, not %s",
                        parameter.withoutLayout());
            }
        }
        return declared;
    }

    private static @Nullable Shape rngBitGenerator(Application a) {
        var state = a.array(0);
        if (!(a.declared() instanceof Shape.Tuple(var elements))) {
            return a.declared() instanceof Shape.Array array ? array : null;
        }
        if (elements.size() != 2 || !(elements.get(1) instanceof Shape.Array)) {
            throw a.fault(FindingCode.SHAPE_MISMATCH, "it gives the new state and an array of random bits");
        }
        return Shape.tuple(state, elements.get(1));
    }

    static Shape rngState() {
        return Shape.array(PrimitiveType.U64, RNG_STATE_WORDS);
    }
}
