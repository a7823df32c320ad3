package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.function.IntUnaryOperator;
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

    LoweredKernel withKernel(Kernel other) {
        return new LoweredKernel(other, arguments, updated);
    }

    /** The same for an instruction that has its operands in another place. */
    LoweredKernel withOperands(IntUnaryOperator places) {
        var moved = arguments.stream()
                .map(argument -> argument instanceof Argument.Operand(int operand, int part)
                        ? new Argument.Operand(places.applyAsInt(operand), part)
                        : argument)
                .toList();
        return new LoweredKernel(kernel, moved, updated == WRITES_ALL ? WRITES_ALL : places.applyAsInt(updated));
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
