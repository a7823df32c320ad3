package org.hloexplorer.hlo;

import java.util.List;

/** An output that shares its buffer with an operand; both indices lead into tuples. */
public record Aliasing(List<Integer> outputIndex, int operand, List<Integer> operandIndex) {
    public Aliasing {
        outputIndex = List.copyOf(outputIndex);
        operandIndex = List.copyOf(operandIndex);
    }
}
