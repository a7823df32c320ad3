package org.hloexplorer.pipeline.rewrite;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;

/** The words that patterns are written in. */
public final class Patterns {
    private Patterns() {}

    /** An operation whose first operands match; {@code add(x, y)} matches {@code add(y, x)} too. */
    public static Pattern op(HloOpcode opcode, Pattern... operands) {
        return new OperationPattern(Set.of(opcode), List.of(operands));
    }

    /** Any of these operations. */
    public static Pattern anyOp(Set<HloOpcode> opcodes, Pattern... operands) {
        return new OperationPattern(opcodes, List.of(operands));
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
        return splat(constant().where(at -> Literals.isAll(literalOf(at), value)));
    }

    /** Something that has the same value in every element: a pattern for a scalar, or a broadcast of it. */
    public static Pattern splat(Pattern scalar) {
        return either(scalar, broadcast(scalar));
    }

    /** A constant, or a broadcast of one. */
    public static Pattern constantOrBroadcast() {
        return splat(constant());
    }

    /** Anything that is neither a constant nor a broadcast of one. */
    public static Pattern nonConstant(Capture capture) {
        return capture.and((at, match, rest) -> !match.isConstant(at) && rest.getAsBoolean());
    }

    public static Pattern scalarConstant() {
        return constant().where(at -> at.shape().asArray().isScalar());
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

    private static Literal literalOf(HloInstruction constant) {
        return ((HloOp.Constant) constant.op()).literal();
    }
}
