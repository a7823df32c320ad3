package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.BROADCAST;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Patterns;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Moves broadcasts below what is done to all copies alike, so that it is done once. */
final class SinkRules {
    private SinkRules() {}

    static final RewriteRule SINK_BROADCAST = rule(
                    "sink-broadcast",
                    "f(broadcast(x), broadcast(scalar)) → broadcast(f(x, broadcast(scalar)))",
                    Patterns.anyOp(Arrays.stream(HloOpcode.values())
                            .filter(HloOpcode::isElementwise)
                            .collect(Collectors.toSet())),
                    SinkRules::sunk)
            .when(m -> sinksInto(m.root(), m));

    static final List<RewriteRule> ALL = List.of(SINK_BROADCAST);

    /** Whether all operands are broadcasts of scalars, or the same kind of broadcast. */
    static boolean sinksInto(HloInstruction user, Match match) {
        if (!user.opcode().isElementwise() || user.opcode() == HloOpcode.BITCAST_CONVERT) {
            return false;
        }
        var operands = match.editor().operands(user);
        var widest = widest(operands, match);
        return widest.isPresent()
                && operands.stream()
                        .allMatch(operand -> isScalarBroadcast(operand, match) || isLike(operand, widest.get(), match));
    }

    /** The first operand that is a broadcast of an array, or else of a scalar. */
    private static Optional<HloInstruction> widest(List<HloInstruction> operands, Match match) {
        var broadcasts = operands.stream()
                .filter(operand -> operand.opcode() == BROADCAST)
                .toList();
        return broadcasts.stream()
                .filter(operand -> !isScalarBroadcast(operand, match))
                .findFirst()
                .or(() -> broadcasts.stream().findFirst());
    }

    private static boolean isScalarBroadcast(HloInstruction instruction, Match match) {
        return instruction.opcode() == BROADCAST && Constants.isScalar(match.operand(instruction, 0));
    }

    private static boolean isLike(HloInstruction operand, HloInstruction widest, Match match) {
        return operand.opcode() == BROADCAST
                && Dimensions.of(operand).equals(Dimensions.of(widest))
                && match.operand(operand, 0)
                        .shape()
                        .asArray()
                        .dimensions()
                        .equals(match.operand(widest, 0).shape().asArray().dimensions());
    }

    private static HloInstruction sunk(Match match) {
        var operands = match.editor().operands(match.root());
        var widest = widest(operands, match).orElseThrow();
        var narrow = match.operand(widest, 0).shape().asArray();
        var narrowed = operands.stream()
                .map(operand -> {
                    var source = match.operand(operand, 0);
                    return isScalarBroadcast(operand, match)
                            ? match.broadcastScalar(
                                    source,
                                    narrow.withElementType(
                                            source.shape().asArray().elementType()))
                            : source;
                })
                .toArray(HloInstruction[]::new);
        var result = match.add(match.root().op(), narrow.withElementType(match.type()), narrowed);
        return match.broadcast(result, match.shape(), Dimensions.of(widest));
    }
}
