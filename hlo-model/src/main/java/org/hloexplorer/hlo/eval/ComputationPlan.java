package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** What evaluating a computation needs to know of it: by position, not by id, and worked out once. */
final class ComputationPlan {
    private static final int[] NONE = {};

    private final HloComputation computation;
    private final int[][] operands;
    private final int[][] lastUses;
    private final boolean[] isNeeded;
    private final boolean[] feedsElementwise;
    private final int root;
    private final boolean holdsMadeUp;

    ComputationPlan(HloComputation computation) {
        this.computation = computation;
        var instructions = computation.instructions();
        this.operands = instructions.stream().map(this::operandPositions).toArray(int[][]::new);
        this.root = computation.position(computation.rootId());
        this.isNeeded = needed();
        this.lastUses = lastUses();
        this.feedsElementwise = feedsElementwise();
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

    /** Whether the only use of the value is as one operand of an element-wise operation of the same sizes. */
    boolean feedsElementwise(int position) {
        return feedsElementwise[position];
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
            needed[position] |= Expectations.isOne(instructions().get(position));
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

    private boolean[] feedsElementwise() {
        var uses = new int[operands.length];
        var users = new int[operands.length];
        for (int position = 0; position < operands.length; position++) {
            if (isNeeded[position]) {
                for (int operand : operands[position]) {
                    uses[operand]++;
                    users[operand] = position;
                }
            }
        }
        var feeds = new boolean[operands.length];
        for (int position = 0; position < operands.length; position++) {
            feeds[position] = position != root && uses[position] == 1 && areAlike(position, users[position]);
        }
        return feeds;
    }

    private boolean areAlike(int position, int user) {
        var instruction = instructions().get(position);
        var next = instructions().get(user);
        return instruction.opcode().isElementwise()
                && next.opcode().isElementwise()
                && instruction.shape() instanceof Shape.Array array
                && next.shape() instanceof Shape.Array other
                && array.dimensions().equals(other.dimensions());
    }
}
