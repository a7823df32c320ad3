package org.hloexplorer.hlo.eval;

import java.io.Serial;
import org.hloexplorer.hlo.HloInstruction;

/** Why a device could not go on: another one ended first, whose own reason is the one to tell. */
final class AbandonedException extends EvaluationException {
    @Serial
    private static final long serialVersionUID = 1;

    AbandonedException(HloInstruction instruction) {
        super(instruction, "another device has ended and will not take part in it");
    }
}
