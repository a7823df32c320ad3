package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * How often the code of an instruction is emitted in a fusion: once for every index that its users ask it at.
 *
 * <p>A user with the same shape asks at its own indices; any other makes up a new one. Operands of the fusion are kept
 * under their own ids, whatever the number of their parameter is.
 */
public final class IndexingEvaluation {
    private final Map<Integer, Set<Integer>> indexingUsers = new HashMap<>();
    private final Map<Integer, Long> usageCounts = new HashMap<>();

    /** Evaluates a fusion as it is. */
    IndexingEvaluation(HloInstruction fusion, FusionBody body) {
        indexingUsers.put(body.root().id(), new HashSet<>(Set.of(fusion.id())));
        usageCounts.put(fusion.id(), 1L);
        for (var instruction : PostOrder.of(body.editor().commit()).reversed()) {
            if (!(instruction.op() instanceof HloOp.Parameter)) {
                countUsage(instruction.id());
                registerOperands(instruction, fusion, body);
            }
        }
    }

    /** How often the code of this operand would be emitted, were it fused. */
    long emittedCopies(HloInstruction operand) {
        return indexingUsers.getOrDefault(operand.id(), Set.of()).stream()
                .mapToLong(user -> usageCounts.getOrDefault(user, 0L))
                .sum();
    }

    /** Who asks an operand for elements; it is about to be fused, so that it is an operand no longer. */
    Set<Integer> removeOperand(HloInstruction operand) {
        var users = indexingUsers.remove(operand.id());
        return users == null ? Set.of() : users;
    }

    /** Takes up an operand that was fused, under the id it has in the fusion. */
    void added(HloInstruction fused, Set<Integer> users, HloInstruction fusion, FusionBody body) {
        indexingUsers.put(fused.id(), new HashSet<>(users));
        countUsage(fused.id());
        registerOperands(fused, fusion, body);
    }

    private void countUsage(int id) {
        long total = 0;
        for (int user : indexingUsers.computeIfAbsent(id, _ -> new HashSet<>())) {
            total += usageCounts.getOrDefault(user, 0L);
        }
        usageCounts.put(id, total);
    }

    private void registerOperands(HloInstruction instruction, HloInstruction fusion, FusionBody body) {
        for (var operand : body.editor().operands(instruction)) {
            int id = operand.op() instanceof HloOp.Parameter ? fusion.operandId(body.number(operand)) : operand.id();
            var users = indexingUsers.computeIfAbsent(id, _ -> new HashSet<>());
            if (hasSameIndices(operand.shape(), instruction.shape())) {
                users.addAll(indexingUsers.getOrDefault(instruction.id(), Set.of()));
            } else {
                users.add(instruction.id());
            }
        }
    }

    private static boolean hasSameIndices(Shape left, Shape right) {
        return left instanceof Shape.Array(var _, var leftDimensions, var _, var leftLayout)
                && right instanceof Shape.Array(var _, var rightDimensions, var _, var rightLayout)
                && leftDimensions.equals(rightDimensions)
                && leftLayout.equals(rightLayout);
    }

    /** Whether emitting this starts a new block, after which nothing emitted before can be used again. */
    public static boolean startsNewBlock(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONCATENATE, DOT, DYNAMIC_UPDATE_SLICE, PAD, REDUCE, REDUCE_WINDOW -> true;
            default -> false;
        };
    }

    /** The users of an instruction, where those inside fusions count one by one. */
    static long usersIn(HloInstruction instruction, FusionGraph graph) {
        long count = 0;
        for (var user : graph.users(instruction)) {
            count += FusionGraph.isFusion(user) ? usersInside(instruction, user, graph) : 1;
        }
        return count;
    }

    private static long usersInside(HloInstruction operand, HloInstruction fusion, FusionGraph graph) {
        var body = graph.body(fusion);
        for (int i = 0; i < fusion.operandCount(); i++) {
            if (fusion.operandId(i) == operand.id()) {
                return body.editor().userCount(body.parameter(i));
            }
        }
        throw new IllegalStateException(fusion + " does not use " + operand);
    }
}
