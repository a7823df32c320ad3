package org.hloexplorer.pipeline.backend.tpu;

import java.util.Optional;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.ResultCheck;
import org.jspecify.annotations.Nullable;

/**
 * A dot of the program on the array.
 *
 * @param instruction its id, -1 for a product that belongs to no program
 * @param name its name
 * @param place the computation it stands in
 * @param executions how often it ran; more than once in a loop
 * @param simulation its first execution; all take the same cycles
 * @param elements which elements of the program's arrays X, W and the result are made of
 * @param check how far the first execution's result lies from the exact one; null where it was not compared
 * @param withoutValues why cells have no values, in a sentence; null where they have
 * @param remark what the array does not do as asked, in a sentence; null for nothing
 */
public record MatMulRun(
        int instruction,
        String name,
        String place,
        long executions,
        MatMulSimulation simulation,
        HloElements elements,
        @Nullable ResultCheck check,
        @Nullable String withoutValues,
        @Nullable String remark) {

    /** After one more execution. */
    MatMulRun again() {
        return new MatMulRun(
                instruction, name, place, executions + 1, simulation, elements, check, withoutValues, remark);
    }

    /** Cycles of all executions. */
    public long cycles() {
        return Math.multiplyExact(executions, simulation.cycles());
    }

    /** How far the result lies from the exact one, where that was compared. */
    public Optional<ResultCheck> checked() {
        return Optional.ofNullable(check);
    }

    @Override
    public String toString() {
        return name + " " + simulation.gemm();
    }
}
