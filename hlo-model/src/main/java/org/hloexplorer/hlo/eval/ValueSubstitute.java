package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;

/** Works out some instructions itself, wherever they stand, and leaves the others to the evaluator. */
@FunctionalInterface
public interface ValueSubstitute {

    /** Leaves all instructions to the evaluator. */
    ValueSubstitute NONE = (instruction, operands) -> Optional.empty();

    /** The value of the instruction for these operands, or empty to leave it to the evaluator. */
    Optional<Literal> evaluate(HloInstruction instruction, List<Literal> operands);

    /** What stands in on another device than the first, where a program runs on several; by default the same. */
    default ValueSubstitute onOtherDevice() {
        return this;
    }
}
