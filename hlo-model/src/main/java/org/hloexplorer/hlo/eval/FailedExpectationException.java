package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloInstruction;

/** A comparison that the program itself asks for did not hold. */
public final class FailedExpectationException extends EvaluationException {
    private static final long serialVersionUID = 1;

    FailedExpectationException(HloInstruction instruction, String difference) {
        super(instruction, "what the program expects does not hold: " + difference);
    }
}
