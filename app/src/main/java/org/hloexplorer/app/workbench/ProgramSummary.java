package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionEstimate;

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
        var unfused = unfused(run);
        return new ProgramSummary(kernels(unfused), kernels(run.output()), bytes(unfused), bytes(run.output()));
    }

    /** What the first pass was given that made fusions; what came out where none did. */
    static HloModule unfused(PipelineRun run) {
        return run.runs().stream()
                .filter(each -> each.isChanging() && each.pass().contains(FUSION) && fuses(each))
                .findFirst()
                .map(PassRun::before)
                .orElseGet(run::output);
    }

    private static boolean fuses(PassRun run) {
        return CanonicalFusion.count(run.after()) > CanonicalFusion.count(run.before());
    }

    /** How many instructions of the entry computation do work: kernels. */
    public static int kernels(HloModule module) {
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

    static long bytes(HloModule module) {
        return HloCostAnalysis.of(module).total().bytesAccessed();
    }

    /** What two versions of a program move and are estimated to take. */
    public static FusionEstimate estimate(HloModule left, HloModule right) {
        return FusionEstimate.ofPrograms(bytes(left), kernels(left), bytes(right), kernels(right));
    }

    /** What changed from one to another: kernels, bytes, and the time that this is estimated to take. */
    static String change(ProgramSummary before, ProgramSummary after) {
        return "kernels %d → %d, bytes they read and write %,d → %,d, estimated time %s"
                .formatted(
                        before.kernelsAfter(),
                        after.kernelsAfter(),
                        before.bytesAfter(),
                        after.bytesAfter(),
                        FusionEstimate.ofPrograms(
                                        before.bytesAfter(),
                                        before.kernelsAfter(),
                                        after.bytesAfter(),
                                        after.kernelsAfter())
                                .timeText());
    }
}
