package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;

/**
 * A step of a kernel. Values are visible from where they are defined to the end of the block, inner blocks included.
 *
 * <p>{@code instruction} is the id of the HLO instruction that a step does work of, or {@link #NO_INSTRUCTION}.
 */
public sealed interface Statement {
    int NO_INSTRUCTION = -1;

    /** Gives a value a name. */
    record Define(Value value, Expression expression, int instruction) implements Statement {}

    /** Writes an element. */
    record Store(KernelBuffer buffer, Index index, Value value, int instruction) implements Statement {}

    /** Replaces an element by what an operation makes of it and a value, in one step: others may do the same meanwhile. */
    record Combine(KernelBuffer buffer, Index index, Operation operation, Value value, int instruction)
            implements Statement {}

    /**
     * Repeats its body for each value of the variable, in ascending order unless {@code kind} allows another.
     *
     * @param carried values that pass from one repetition to the next
     */
    record For(LoopVariable variable, LoopKind kind, List<Carried> carried, List<Statement> body, int instruction)
            implements Statement {
        public For {
            carried = List.copyOf(carried);
            body = List.copyOf(body);
        }
    }

    /** Runs one of two blocks. */
    record If(Value condition, List<Statement> then, List<Statement> otherwise, List<Chosen> chosen, int instruction)
            implements Statement {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
            chosen = List.copyOf(chosen);
        }
    }

    /** Each item of the work-group waits here for all others, and sees what they have stored. All of them come here. */
    record Barrier(int instruction) implements Statement {}

    /**
     * A value that a loop carries.
     *
     * @param argument its name inside the body
     * @param initial its value before the first repetition
     * @param next its value for the next repetition, defined in the body
     * @param result its name after the loop
     */
    record Carried(Value argument, Value initial, Value next, Value result) {}

    /** A value that comes from whichever block runs. */
    record Chosen(Value result, Value then, Value otherwise) {}
}
