package org.hloexplorer.pipeline.rewrite;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/** The words that patterns are written in. */
public final class Patterns {
    private Patterns() {}

    /** An operation whose first operands match; {@code add(x, y)} matches {@code add(y, x)} too. */
    public static Pattern op(HloOpcode opcode, Pattern... operands) {
        return new OperationPattern(Set.of(opcode), List.of(operands), true);
    }

    /** An operation whose first operands match in this order, even if it is commutative. */
    public static Pattern inOrder(HloOpcode opcode, Pattern... operands) {
        return new OperationPattern(Set.of(opcode), List.of(operands), false);
    }

    /** Any of these operations. */
    public static Pattern anyOp(Set<HloOpcode> opcodes, Pattern... operands) {
        return new OperationPattern(opcodes, List.of(operands), true);
    }

    /** Anything at all. */
    public static Pattern any() {
        return new Pattern() {
            @Override
            public boolean match(HloInstruction at, Match match, BooleanSupplier rest) {
                return rest.getAsBoolean();
            }

            @Override
            public Set<HloOpcode> opcodes() {
                return Set.of();
            }
        };
    }

    /** Either of two patterns, the first one first. */
    public static Pattern either(Pattern first, Pattern second) {
        var opcodes = first.opcodes().isEmpty() || second.opcodes().isEmpty()
                ? Set.<HloOpcode>of()
                : Stream.concat(first.opcodes().stream(), second.opcodes().stream())
                        .collect(Collectors.toUnmodifiableSet());
        return new Pattern() {
            @Override
            public boolean match(HloInstruction at, Match match, BooleanSupplier rest) {
                return first.match(at, match, rest) || second.match(at, match, rest);
            }

            @Override
            public Set<HloOpcode> opcodes() {
                return opcodes;
            }
        };
    }

    /** Any constant. */
    public static Pattern constant() {
        return op(HloOpcode.CONSTANT);
    }

    /** A constant with this value in every element, or a broadcast of one. */
    public static Pattern constant(double value) {
        return splat(constant().where(at -> Literals.isAll(Match.literal(at), value)));
    }

    /** A pattern for a scalar, or for a broadcast of such a scalar. */
    public static Pattern splat(Pattern scalar) {
        return either(scalar, op(HloOpcode.BROADCAST, scalar));
    }

    /** A constant that is a scalar. */
    public static Pattern scalarConstant() {
        return constant().where(at -> at.shape() instanceof Shape.Array array && array.isScalar());
    }

    /** The same value everywhere: a scalar constant, or a broadcast of one, known by the name of the scalar. */
    public static Pattern splatConstant(Capture scalar) {
        return splat(scalarConstant().as(scalar));
    }

    /** Anything that is not a constant itself. */
    public static Pattern nonConstant(Capture capture) {
        return capture.where(at -> at.opcode() != HloOpcode.CONSTANT);
    }

    public static Pattern add(Pattern left, Pattern right) {
        return op(HloOpcode.ADD, left, right);
    }

    public static Pattern subtract(Pattern left, Pattern right) {
        return op(HloOpcode.SUBTRACT, left, right);
    }

    public static Pattern multiply(Pattern left, Pattern right) {
        return op(HloOpcode.MULTIPLY, left, right);
    }

    public static Pattern divide(Pattern left, Pattern right) {
        return op(HloOpcode.DIVIDE, left, right);
    }

    public static Pattern broadcast(Pattern operand) {
        return op(HloOpcode.BROADCAST, operand);
    }

    public static Pattern reshape(Pattern operand) {
        return op(HloOpcode.RESHAPE, operand);
    }

    public static Pattern transpose(Pattern operand) {
        return op(HloOpcode.TRANSPOSE, operand);
    }

    public static Pattern select(Pattern predicate, Pattern onTrue, Pattern onFalse) {
        return op(HloOpcode.SELECT, predicate, onTrue, onFalse);
    }
}
