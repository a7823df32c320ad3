package org.hloexplorer.pipeline.fusion;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;

/** How often, and in which order, an instruction reads the elements of an operand. */
public enum ElementUse {
    /** Some element is read more than once, so that a fused producer would compute it again. */
    REUSES,
    /** Each once, but in another order. */
    PERMUTES,
    /** Each once, in its place. */
    USES,
    /** Not at all. */
    IGNORES;

    /** How this instruction by itself uses its n-th operand. */
    public static ElementUse of(HloInstruction instruction, int operand, FusionGraph graph) {
        return switch (instruction.opcode()) {
            case BITCAST, CONCATENATE, RESHAPE, REVERSE, SLICE, TRANSPOSE -> PERMUTES;
            case PAD -> operand > 0 ? REUSES : PERMUTES;
            case REDUCE -> operand >= instruction.operandCount() / 2 ? REUSES : PERMUTES;
            case FUSION -> ofFusion(instruction, operand, graph);
            case DOT -> isMatrixOfVectorProduct(instruction, operand, graph) ? USES : REUSES;
            case DYNAMIC_UPDATE_SLICE -> operand <= 1 ? PERMUTES : REUSES;
            case GATHER -> operand == 0 ? PERMUTES : USES;
            default -> graph.isElementwise(instruction) ? USES : REUSES;
        };
    }

    /** The matrix of a matrix-vector product is read once; the vector is read again for each row. */
    private static boolean isMatrixOfVectorProduct(HloInstruction dot, int operand, FusionGraph graph) {
        var other = graph.operand(dot, 1 - operand).shape();
        return dot.shape().asArray().rank() <= 1 && other instanceof Shape.Array array && array.rank() <= 1;
    }

    /** Only where orders are mixed does it matter how the ways through the body meet. */
    private static ElementUse ofFusion(HloInstruction fusion, int operand, FusionGraph graph) {
        var body = graph.body(fusion);
        var parameter = body.parameter(operand);
        var worst = body.worstUse(parameter);
        return worst == PERMUTES ? alongAllWays(parameter, body) : worst;
    }

    private static ElementUse alongAllWays(HloInstruction parameter, FusionBody body) {
        var inside = body.graph();
        var uses = new HashMap<Integer, ElementUse>();
        uses.put(parameter.id(), USES);
        for (var instruction : reachedFrom(parameter, inside)) {
            var use = throughOperands(instruction, uses, inside);
            if (use == REUSES) {
                return REUSES;
            }
            uses.put(instruction.id(), use);
        }
        return uses.getOrDefault(body.root().id(), IGNORES);
    }

    /** The instructions that depend on this one, operands before their users. */
    private static List<HloInstruction> reachedFrom(HloInstruction start, FusionGraph graph) {
        var finished = new LinkedHashSet<HloInstruction>();
        var stack = new ArrayDeque<HloInstruction>(graph.editor().users(start));
        while (!stack.isEmpty()) {
            var instruction = stack.peek();
            int height = stack.size();
            for (var user : graph.editor().users(instruction)) {
                if (!finished.contains(user)) {
                    stack.push(user);
                }
            }
            if (stack.size() == height) {
                finished.add(stack.pop());
            }
        }
        return List.copyOf(finished.reversed());
    }

    private static ElementUse throughOperands(
            HloInstruction instruction, Map<Integer, ElementUse> uses, FusionGraph graph) {
        var all = IGNORES;
        for (int i = 0; i < instruction.operandCount() && all != REUSES; i++) {
            var ofOperand = uses.getOrDefault(instruction.operandId(i), IGNORES);
            if (ofOperand != IGNORES) {
                all = all.and(ofOperand.orWorse(of(instruction, i, graph)));
            }
        }
        return all;
    }

    ElementUse orWorse(ElementUse other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The use by two readers: the same element twice unless both read it in its place, and so together. */
    private ElementUse and(ElementUse other) {
        if (this == IGNORES) {
            return other;
        }
        if (other == IGNORES) {
            return this;
        }
        return this == USES && other == USES ? USES : REUSES;
    }
}
