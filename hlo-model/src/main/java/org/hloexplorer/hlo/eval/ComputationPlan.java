package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;

/** What evaluating a computation needs to know of it: by position, not by id, and worked out once. */
final class ComputationPlan {
    private static final int[] NONE = {};

    private final HloComputation computation;
    private final int[][] operands;
    private final int[][] lastUses;
    private final boolean[] isNeeded;
    private final int root;
    private final boolean holdsMadeUp;

    ComputationPlan(HloComputation computation) {
        this.computation = computation;
        var instructions = computation.instructions();
        this.operands = instructions.stream().map(this::operandPositions).toArray(int[][]::new);
        this.root = computation.position(computation.rootId());
        this.isNeeded = needed();
        this.lastUses = lastUses();
        this.holdsMadeUp = instructions.stream()
                .anyMatch(each -> each.op() instanceof HloOp.Constant(var literal) && literal.isMadeUp());
    }

    HloComputation computation() {
        return computation;
    }

    List<HloInstruction> instructions() {
        return computation.instructions();
    }

    int root() {
        return root;
    }

    /** Positions of the operands of the instruction at a position. */
    int[] operands(int position) {
        return operands[position];
    }

    /** Positions whose values nobody asks for after this one. */
    int[] lastUses(int position) {
        return lastUses[position];
    }

    /** Whether the result depends on the instruction. */
    boolean isNeeded(int position) {
        return isNeeded[position];
    }

    /** Whether a constant was invented because the text left it out. */
    boolean holdsMadeUp() {
        return holdsMadeUp;
    }

    private int[] operandPositions(HloInstruction instruction) {
        return Arrays.stream(instruction.operandIds())
                .map(computation::position)
                .toArray();
    }

    private boolean[] needed() {
        var needed = new boolean[operands.length];
        needed[root] = true;
        for (int position = operands.length - 1; position >= 0; position--) {
            if (needed[position]) {
                for (int operand : operands[position]) {
                    needed[operand] = true;
                }
            }
        }
        return needed;
    }

    private int[][] lastUses() {
        var lastUse = IntStream.range(0, operands.length).toArray();
        for (int position = 0; position < operands.length; position++) {
            if (isNeeded[position]) {
                for (int operand : operands[position]) {
                    lastUse[operand] = position;
                }
            }
        }
        lastUse[root] = -1;
        var byUser = new int[operands.length][];
        Arrays.fill(byUser, NONE);
        for (int position = 0; position < operands.length; position++) {
            int user = lastUse[position];
            if (user >= 0) {
                byUser[user] = Arrays.copyOf(byUser[user], byUser[user].length + 1);
                byUser[user][byUser[user].length - 1] = position;
            }
        }
        return byUser;
    }
}
