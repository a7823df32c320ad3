package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;

/**
 * What passes made of a program as a whole.
 *
 * @param kernelsBefore instructions of the entry computation that do work just before the first fusion: kernels, were
 *     nothing fused
 * @param bytesBefore bytes that these read and write, by XLA's cost analysis; what it does not know is left out
 */
public record ProgramSummary(int kernelsBefore, int kernelsAfter, long bytesBefore, long bytesAfter) {

    private static final String FUSION = "fusion";

    static ProgramSummary of(PipelineRun run) {
        var unfused = run.firstChangeBy(FUSION).map(PassRun::before).orElseGet(run::output);
        return new ProgramSummary(kernels(unfused), kernels(run.output()), bytes(unfused), bytes(run.output()));
    }

    private static int kernels(HloModule module) {
        return (int) module.entry().instructions().stream()
                .filter(ProgramSummary::doesWork)
                .count();
    }

    private static boolean doesWork(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case PARAMETER, CONSTANT, TUPLE, GET_TUPLE_ELEMENT, BITCAST -> false;
            default -> true;
        };
    }

    private static long bytes(HloModule module) {
        return HloCostAnalysis.of(module).total().bytesAccessed();
    }
}
