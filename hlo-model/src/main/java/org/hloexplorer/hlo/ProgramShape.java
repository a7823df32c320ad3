package org.hloexplorer.hlo;

import java.util.List;

/** What a computation takes and gives. */
public record ProgramShape(List<Shape> parameters, Shape result) {
    public ProgramShape {
        parameters = List.copyOf(parameters);
    }

    public static ProgramShape of(HloComputation computation) {
        return new ProgramShape(
                computation.parameters().stream().map(HloInstruction::shape).toList(),
                computation.root().shape());
    }
}
