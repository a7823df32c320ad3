package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloInstruction;
import org.jspecify.annotations.Nullable;

/** Why a value could not be worked out: a sentence that names the instruction and the reason. */
public sealed class EvaluationException extends RuntimeException
        permits AbandonedException, FailedExpectationException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable HloInstruction instruction;

    EvaluationException(String reason) {
        super(reason);
        this.instruction = null;
    }

    EvaluationException(HloInstruction instruction, String reason) {
        super("cannot evaluate %s (%s): %s"
                .formatted(instruction, instruction.op().mnemonic(), reason));
        this.instruction = instruction;
    }

    /** The instruction that stopped the evaluation, or null where the arguments did. */
    public @Nullable HloInstruction instruction() {
        return instruction;
    }
}
