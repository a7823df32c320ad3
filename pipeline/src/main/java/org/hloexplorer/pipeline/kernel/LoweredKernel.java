package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.hlo.Literal;

/**
 * A kernel, and what its arguments stand for.
 *
 * @param arguments one for each of {@link Kernel#arguments()}
 * @param updated the operand whose value the result must hold before, as the kernel changes only a part of it; -1 where
 *     the kernel writes all of the result
 */
public record LoweredKernel(Kernel kernel, List<Argument> arguments, int updated) {
    public static final int WRITES_ALL = -1;

    public LoweredKernel {
        arguments = List.copyOf(arguments);
    }

    /** What to pass as an argument. */
    public sealed interface Argument {

        /** An operand of the instruction, or one part of it where it is a tuple. */
        record Operand(int operand, int part) implements Argument {}

        /** An array that a fused computation holds, in row-major order. */
        record Constant(Literal literal) implements Argument {}

        /** Where to put the result, or one part of it. */
        record Result(int part) implements Argument {}
    }
}
