package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;

/** Is shown each value as it is worked out; those of loop bodies once per iteration. */
@FunctionalInterface
public interface ValueObserver {

    /** Lets all values pass unseen. */
    ValueObserver NONE = (computation, instruction, value) -> {};

    void observe(HloComputation computation, HloInstruction instruction, Literal value);
}
