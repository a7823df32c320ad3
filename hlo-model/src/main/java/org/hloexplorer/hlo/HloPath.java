package org.hloexplorer.hlo;

import org.jspecify.annotations.Nullable;

/**
 * A place that views can select: a version of the module, a computation in it, and perhaps an instruction.
 *
 * @param version index of the module version on the timeline; 0 is the input, n what the n-th pass run left
 * @param instructionId null where a whole computation is meant
 */
public record HloPath(
        int version, int computationId, @Nullable Integer instructionId) {

    public static HloPath toInstruction(int version, int computationId, int instructionId) {
        return new HloPath(version, computationId, instructionId);
    }

    public static HloPath toComputation(int version, int computationId) {
        return new HloPath(version, computationId, null);
    }

    public HloPath inVersion(int changed) {
        return new HloPath(changed, computationId, instructionId);
    }
}
