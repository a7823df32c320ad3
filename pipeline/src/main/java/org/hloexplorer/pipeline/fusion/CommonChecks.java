package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.LIBRARY_CALL;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;

/** What every target asks; {@code xlaCheck} says where its compiler does. */
public final class CommonChecks {
    private CommonChecks() {}

    /** A result is stored whatever is fused. */
    public static FusionDecision isNotResult(HloInstruction producer, FusionGraph graph, String xlaCheck) {
        return graph.editor().isRoot(producer)
                ? forbid(NOT_FUSIBLE, "it is the result of the computation and has to be stored anyway", xlaCheck)
                : allow("the producer is not the result");
    }

    /** Nothing goes into, or out of, code that is not generated here. */
    public static FusionDecision isNoLibraryCall(HloInstruction instruction, String xlaCheck) {
        return isLibraryCall(instruction)
                ? forbid(LIBRARY_CALL, "the code of %s comes from a library".formatted(instruction), xlaCheck)
                : allow("%s is no library call".formatted(instruction));
    }

    public static boolean isLibraryCall(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Fusion fusion && fusion.kind() == FusionKind.CUSTOM;
    }
}
